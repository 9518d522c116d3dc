import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger } from '@nestjs/common';
import { ListConcurrencyLimiter, MOST_LISTS } from './operations/list-concurrency-limiter.service.js';
import { MobileOperations } from './mobile-operations.service.js';
import { UserNotificationsRepository } from './operations/user-notifications.repository.js';
import { MobileGateway } from './sockets/mobile.gateway.js';
import { MOST_SOCKETS } from './sockets/session.socket.js';
import { SocketSender } from './sockets/sender.socket.js';
import { Database } from '../../shared/persistence/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { copies, seeded } from '../../../test/support/notifications.js';
import { Phone, PhoneSocket } from '../../../test/support/phone.js';
import { dataOf, mobile } from '../../../test/e2e/notifications/mobile.js';

const ALL = { recordCount: 0, startIndex: 1 };
/** The number of notifications: enough that their list does not fit into the buffers of a connection. */
const MANY = 400;
const MIB = 1024 * 1024;

const until = async (isSo: () => boolean): Promise<void> => {
  while (!isSo()) await sleep(5);
};

describe('Slow readers', () => {
  let users = 0;
  let limited: TestApplication;
  let lists: ListConcurrencyLimiter;
  const phoneOf = (tenant?: Tenant) => Phone.of(limited, `slow${users++}`, {}, tenant ? { tenant } : {});
  const idle = () => until(() => lists.open === 0);

  beforeAll(async () => {
    limited = await startTestApplication({ env: { LIST_MEMORY: '4' }, database: mobile.running.database });
    lists = limited.app.get(ListConcurrencyLimiter, { strict: false });
  });
  afterEach(() => jest.restoreAllMocks());
  afterAll(() => limited.close());

  /** Creates a user whose list does not fit into the buffers of a connection. */
  const askedOf = async (tenant: Tenant): Promise<Phone> => {
    const phone = await phoneOf(tenant);
    const body = [{ lng: 'en', subject: 'Question', message: 'x'.repeat(60 * 1024) }];
    const given = { content: { actions: [], body }, expiresInSeconds: 3_600 };
    const { notificationUuid } = await seeded(limited, phone.user, given);
    await copies(limited, notificationUuid, MANY - 1);
    return phone;
  };
  const readers = new Map<string, Promise<Phone>>();
  /** One such user of each enterprise, for all tests: they only read. */
  const asked = (tenant = Tenant.of('default', false)): Promise<Phone> => {
    const reader = readers.get(tenant.key) ?? askedOf(tenant);
    readers.set(tenant.key, reader);
    return reader;
  };

  /** Opens a connection whose client requests a list but does not read the answer. */
  const unread = async (phone: Phone): Promise<Socket> => {
    const { hostname, port, pathname } = new URL(limited.url('mobile', '/mobile/v1/GetNotifications'));
    const body = JSON.stringify(ALL);
    const socket = connect(Number(port), hostname).pause();
    socket.on('error', () => undefined);
    const head = [
      `POST ${pathname} HTTP/1.1`,
      `Host: ${hostname}`,
      `Authorization: Bearer ${await phone.token()}`,
      'Content-Type: application/json',
      `Content-Length: ${body.length}`,
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
    return socket;
  };

  const errors = () => jest.spyOn(Logger.prototype, 'error').mockImplementation(() => undefined);

  it('One socket reads one list at a time, and answers all', async () => {
    const phone = await phoneOf();
    const repository = limited.app.get(UserNotificationsRepository, { strict: false });
    const active = repository.active.bind(repository);
    let [reading, most] = [0, 0];
    let letRead: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letRead = resolve));
    jest.spyOn(repository, 'active').mockImplementation(async (...given) => {
      most = Math.max(most, (reading += 1));
      await held;
      const listed = await active(...given);
      reading -= 1;
      return listed;
    });
    const socket = await phone.socket();
    const answers = Array.from({ length: 6 }, () => socket.call('GetNotifications', ALL));
    for (let count = 0; count < 20; count++) await socket.call('BeginDevice');
    letRead();
    expect((await Promise.all(answers)).map((answer) => dataOf(answer).count)).toEqual(Array(6).fill('0'));
    expect(most).toBe(1);
    socket.end();
  });

  it('A user has eight lists on their way at once, and the next is told when to come again', async () => {
    const phone = await asked();
    const repository = limited.app.get(UserNotificationsRepository, { strict: false });
    const active = repository.active.bind(repository);
    let letRead: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (letRead = resolve));
    const reads = jest.spyOn(repository, 'active').mockImplementation(async (...given) => {
      await held;
      return active(...given);
    });
    const running = Array.from({ length: MOST_LISTS }, () =>
      phone.post('GetNotifications', { ...ALL, recordCount: 1 }),
    );
    await until(() => lists.open === MOST_LISTS);
    const { status, headers, body } = await phone.post('GetNotifications', ALL);
    expect([status, headers.get('retry-after'), body.response]).toMatchObject([
      429,
      '5',
      { StatusCode: 39, ResponseData: { notifications: [], reason: 'too_many' } },
    ]);
    expect((await phone.bySocket('GetNotifications', ALL)).event?.response).toMatchObject({
      StatusCode: 39,
      ResponseData: { notifications: [], reason: 'too_many' },
    });
    expect(reads).toHaveBeenCalledTimes(MOST_LISTS);
    expect((await (await phoneOf()).byHttp('BeginDevice')).event?.response.StatusCode).toBe(100);
    letRead();
    expect((await Promise.all(running)).map((answer) => answer.status)).toEqual(Array(MOST_LISTS).fill(200));
    reads.mockRestore();
    expect(dataOf(await phone.bySocket('GetNotifications', ALL)).notifications).toHaveLength(MANY);
    await idle();
  });

  it('Eight lists are read at once, and enterprises take turns', async () => {
    const repository = limited.app.get(UserNotificationsRepository, { strict: false });
    const active = repository.active.bind(repository);
    const order: string[] = [];
    const letOneRead: (() => void)[] = [];
    jest.spyOn(repository, 'active').mockImplementation(async (...given) => {
      order.push(given[0].sub);
      await new Promise<void>((resolve) => letOneRead.push(resolve));
      return active(...given);
    });
    const [one, two] = [await phoneOf(), await phoneOf()];
    const other = await phoneOf(Tenant.of('rival', false));
    const listsOf = (phone: Phone) =>
      Array.from({ length: MOST_LISTS }, () => phone.post('GetNotifications', { ...ALL, recordCount: 1 }));
    const asked = listsOf(one);
    await until(() => order.length === MOST_LISTS);
    asked.push(...listsOf(two));
    await until(() => lists.open === 2 * MOST_LISTS);
    asked.push(other.post('GetNotifications', { ...ALL, recordCount: 1 }));
    await until(() => lists.open === 2 * MOST_LISTS + 1);
    expect(order).toHaveLength(MOST_LISTS);
    letOneRead.shift()?.();
    await until(() => order.length === MOST_LISTS + 1);
    expect(order.at(-1)).toBe(other.user.sub);
    while (lists.open > 0) {
      letOneRead.shift()?.();
      await sleep(1);
    }
    expect((await Promise.all(asked)).map(({ status }) => status)).toEqual(Array(2 * MOST_LISTS + 1).fill(200));
  });

  describe.each(['a socket', 'HTTP'])('Readers by %s who do not read', (way) => {
    const stall = async (phone: Phone) => {
      const before = lists.heldBytes;
      if (way === 'HTTP') {
        const connection = await unread(phone);
        await until(() => lists.heldBytes > before);
        return { phone, goOn: () => connection.resume(), end: () => connection.destroy() };
      }
      const socket = await phone.socket();
      socket.socket.pause();
      const answer = socket.call('GetNotifications', ALL).catch(() => undefined);
      await until(() => lists.heldBytes > before);
      return { phone, answer, goOn: () => socket.socket.resume(), end: () => socket.end() };
    };

    it('use only part of the memory for lists, and leave the rest to other enterprises, and get all when they read on', async () => {
      const logged = errors();
      const first = await stall(await asked());
      const rival = await stall(await asked(Tenant.of('rival', false)));
      expect(lists.heldBytes).toBeLessThan(3 * MIB);
      const again = await first.phone.post('GetNotifications', ALL);
      expect([again.status, again.headers.get('retry-after')]).toEqual([429, '5']);
      expect(again.body.response).toMatchObject({ StatusCode: 39, ResponseData: { reason: 'too_many' } });
      const third = await asked(Tenant.of('third', false));
      const none = await third.post('GetNotifications', ALL);
      expect([none.status, none.headers.get('retry-after')]).toEqual([503, '5']);
      expect(none.body.response).toMatchObject({ StatusCode: 39, ResponseData: { reason: 'too_many' } });
      expect((await third.post('GetNotifications', { ...ALL, recordCount: 3 })).body.response.StatusCode).toBe(100);
      expect((await third.bySocket('GetNotifications', ALL)).event?.response.ResponseData.reason).toBe('too_many');
      const metrics = await (await fetch(limited.url('ops', '/metrics'))).text();
      expect(metrics).toMatch(/^countersign_lists_refused_total\{limit="all"\} \d+$/m);
      expect(metrics).toMatch(new RegExp(`^countersign_list_bytes ${lists.heldBytes}$`, 'm'));
      rival.end();
      first.goOn();
      const whole = await first.answer;
      if (whole) expect(new Set(dataOf(whole).notifications.map((one: any) => one.notification_uuid)).size).toBe(MANY);
      await idle();
      first.end();
      expect(lists.heldBytes).toBe(0);
      expect(logged.mock.calls).toEqual([]);
    });

    it('are ended when they take nothing for long, and leave nothing behind', async () => {
      const timeouts = jest.spyOn(global, 'setTimeout');
      const logged = errors();
      const reader = await stall(await asked());
      const patience = timeouts.mock.calls.filter(([, after]) => after === 30_000).map(([end]) => end);
      timeouts.mockRestore();
      expect(lists.open).toBe(1);
      for (const end of patience) end();
      await idle();
      expect([lists.heldBytes, logged.mock.calls]).toEqual([0, []]);
      reader.end();
    });
  });

  it('A list over HTTP is complete, however long it is', async () => {
    const phone = await asked();
    const { body } = await phone.post('GetNotifications', ALL);
    const { notifications, count, total } = body.response.ResponseData;
    expect([notifications.length, count, total]).toEqual([MANY, String(MANY), String(MANY)]);
    expect(new Set(notifications.map((one: any) => one.notification_uuid)).size).toBe(MANY);
    await idle();
  });

  it('A user has twenty sockets at once; the next is closed by 4429, and let in when another has ended', async () => {
    const phone = await phoneOf();
    const sockets: PhoneSocket[] = [];
    for (let count = 0; count < MOST_SOCKETS; count++) sockets.push(await phone.socket());
    const oneMore = async () => {
      const socket = await PhoneSocket.open(limited);
      socket.send({ id: 1, operation: 'Authenticate', arguments: { token: await phone.token() } });
      return socket;
    };
    expect(await (await oneMore()).closed).toEqual({ code: 4429, reason: 'At most 20 sockets of one user' });
    await sockets[0]?.authenticate({ token: await phone.token() });
    expect((await sockets[0]?.call('BeginDevice'))?.code).toBe(0);
    const other = await (await phoneOf()).socket();
    other.end();
    sockets.pop()?.end();
    const gateway = limited.app.get(MobileGateway, { strict: false });
    await until(() => gateway.openSockets === MOST_SOCKETS - 1);
    const next = await oneMore();
    expect(await next.nextEvent('onAuthenticate')).toBeDefined();
    for (const socket of [...sockets, next]) socket.end();
    await until(() => gateway.openSockets === 0);
  });

  it('A list whose database goes away in its middle is cut off, and leaves nothing behind', async () => {
    const phone = await asked();
    const repository = limited.app.get(UserNotificationsRepository, { strict: false });
    const endConnection = 'SELECT pg_terminate_backend(pg_backend_pid())';
    const after = jest
      .spyOn(repository, 'activeAfter')
      .mockImplementation(async () => (await limited.app.get(Database).rows(endConnection)) as never);
    errors();
    const socket = await phone.socket();
    socket.send({ id: 1, operation: 'GetNotifications', arguments: ALL });
    expect((await socket.closed).code).toBe(1011);
    await expect(phone.post('GetNotifications', ALL)).rejects.toThrow();
    await idle();
    expect([lists.heldBytes, after.mock.calls.length]).toEqual([0, 2]);
    after.mockRestore();
    expect(dataOf(await phone.bySocket('GetNotifications', ALL)).notifications).toHaveLength(MANY);
  });

  describe('A client that leaves', () => {
    it('is no error while a call of its socket is answered, and is not answered twice', async () => {
      const operations = limited.app.get(MobileOperations, { strict: false });
      const gateway = limited.app.get(MobileGateway, { strict: false });
      const perform = operations.perform.bind(operations);
      let goOn: () => void = () => undefined;
      const held = new Promise<void>((resolve) => (goOn = resolve));
      const performing = jest.spyOn(operations, 'perform').mockImplementation(async (...given) => {
        await held;
        return perform(...given);
      });
      const logged = errors();
      const socket = await (await phoneOf()).socket();
      socket.send({ operation: 'GetNotifications', arguments: ALL });
      socket.send({ operation: 'BeginDevice', arguments: [] });
      await until(() => performing.mock.calls.length === 2);
      const sends = [jest.spyOn(SocketSender.prototype, 'send'), jest.spyOn(SocketSender.prototype, 'sendPieces')];
      socket.end();
      await until(() => gateway.openSockets === 0);
      goOn();
      const finished = () => sends.flatMap((send) => send.mock.results);
      await until(() => finished().length >= 2);
      await Promise.allSettled(finished().map(({ value }) => value as Promise<void>));
      for (let turn = 0; turn < 20; turn++) await sleep(1);
      expect(finished()).toHaveLength(2);
      expect(logged.mock.calls).toEqual([]);
      expect(lists.open).toBe(0);
    });

    it('is no error while a list is read by HTTP', async () => {
      const logged = errors();
      const connection = await unread(await asked());
      await until(() => lists.heldBytes > 0);
      connection.destroy();
      await idle();
      const reset = await unread(await asked());
      await until(() => lists.heldBytes > 0);
      reset.resetAndDestroy();
      await once(reset, 'close');
      await idle();
      expect([lists.heldBytes, logged.mock.calls]).toEqual([0, []]);
    });
  });
});
