import { setTimeout as sleep } from 'node:timers/promises';
import { Database } from '../../../src/shared/persistence/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { Phone, PhoneSocket } from '../../support/phone.js';
import { ask, mobile } from './mobile.js';

describe('Live', () => {
  let users = 0;
  let other: TestApplication;
  const phoneOf = (running = mobile.running) => Phone.of(running, `listener${users++}`);
  const told = async (socket: PhoneSocket) => (await socket.nextEvent('onNotificationsChanged')).response.ResponseData;
  const connect = async (running: TestApplication, phone: Phone, cursor?: string) => {
    const socket = await PhoneSocket.open(running);
    return { socket, welcome: await socket.authenticate({ token: await phone.token(), ...(cursor && { cursor }) }) };
  };

  beforeAll(async () => {
    other = await startTestApplication({ database: mobile.running.database });
  });
  afterAll(() => other.close());

  it('Every socket of the user learns of a change, in whichever process, and no other socket', async () => {
    const [phone, stranger] = [await phoneOf(), await phoneOf()];
    const sockets = [await phone.socket(), await phone.another().socket(), (await connect(other, phone)).socket];
    const deaf = await stranger.socket();
    const uuid = await ask(phone.user);
    for (const socket of sockets) {
      expect(await socket.nextEvent('onNotificationsChanged')).toEqual({
        event: 'onNotificationsChanged',
        response: {
          ...{ StatusCode: 100, StatusMsg: 'Success' },
          ResponseData: { cursor: expect.any(String), changes: [{ notification_uuid: uuid, status: 'ACTIVE' }] },
        },
      });
    }
    await phone.byHttp('UpdateNotification', [uuid, 'accept']);
    for (const socket of sockets) {
      expect((await told(socket)).changes).toEqual([{ notification_uuid: uuid, status: 'UPDATED' }]);
    }
    await deaf.call('BeginDevice');
    expect(deaf.received).toEqual([]);
    for (const socket of [...sockets, deaf]) socket.end();
  });

  it('A change made in another process is told, one after the other', async () => {
    const phone = await phoneOf();
    const { socket } = await connect(other, phone);
    for (let count = 0; count < 20; count++) {
      const uuid = await ask(phone.user);
      while (!(await told(socket)).changes.some((one: any) => one.notification_uuid === uuid));
    }
    socket.end();
  });

  it('A socket that comes back with a cursor is told what was missed, once, and goes on', async () => {
    const phone = await phoneOf();
    const first = await connect(mobile.running, phone);
    const seen = await ask(phone.user);
    const { cursor } = await told(first.socket);
    first.socket.end();
    const missed = await ask(phone.user);
    await phone.byHttp('UpdateNotification', [seen, 'accept']);
    const second = await connect(other, phone, cursor);
    expect(await told(second.socket)).toEqual({
      cursor: second.welcome.cursor,
      changes: [
        { notification_uuid: missed, status: 'ACTIVE' },
        { notification_uuid: seen, status: 'UPDATED' },
      ],
    });
    const later = await ask(phone.user);
    expect((await told(second.socket)).changes).toEqual([{ notification_uuid: later, status: 'ACTIVE' }]);
    second.socket.end();
    const third = await connect(mobile.running, phone, second.welcome.cursor);
    expect((await told(third.socket)).changes).toEqual([{ notification_uuid: later, status: 'ACTIVE' }]);
    third.socket.end();
  });

  it('A socket that has missed nothing is told nothing', async () => {
    const phone = await phoneOf();
    await ask(phone.user);
    const { socket, welcome } = await connect(mobile.running, phone);
    const again = await connect(mobile.running, phone, welcome.cursor);
    await again.socket.call('BeginDevice');
    expect(again.socket.received).toEqual([]);
    for (const one of [socket, again.socket]) one.end();
  });

  it('A change is not passed over that commits after one that began later', async () => {
    const phone = await phoneOf();
    const { socket, welcome } = await connect(mobile.running, phone);
    const late = await mobile.running.database.connect();
    await late.query('BEGIN');
    await late.query(`INSERT INTO notifications.change (sub, notification_uuid, status) VALUES ($1, $1, 'ACTIVE')`, [
      phone.user.sub,
    ]);
    const uuid = await ask(phone.user);
    const { cursor, changes } = await told(socket);
    expect(changes).toEqual([{ notification_uuid: uuid, status: 'ACTIVE' }]);
    await late.query('COMMIT');
    await late.end();
    const back = await connect(other, phone, cursor);
    expect((await told(back.socket)).changes).toEqual([{ notification_uuid: phone.user.sub, status: 'ACTIVE' }]);
    const whole = await connect(other, phone, welcome.cursor);
    expect((await told(whole.socket)).changes).toHaveLength(2);
    for (const one of [socket, back.socket, whole.socket]) one.end();
  });

  it.each<[string, () => string]>([
    ['nonsense', () => 'nonsense'],
    ['a snapshot of nobody', () => cursorOf('9:5:', Date.now())],
    ['SQL', () => cursorOf(`1:1:'); --`, Date.now())],
    ['one of 25 hours ago', () => cursorOf('700:700:', Date.now() - 25 * 3_600_000)],
  ])('A cursor that is %s is answered by a reset', async (_what, cursor) => {
    const { socket, welcome } = await connect(mobile.running, await phoneOf(), cursor());
    expect(await told(socket)).toEqual({ cursor: welcome.cursor, changes: [], reset: true });
    socket.end();
  });

  it('A gap of more than 1,000 notifications is answered by a reset', async () => {
    const phone = await phoneOf();
    const { socket, welcome } = await connect(mobile.running, phone);
    socket.end();
    await mobile.running.app.get(Database).rows(
      `INSERT INTO notifications.change (sub, notification_uuid, status)
       SELECT $1, gen_random_uuid(), 'ACTIVE' FROM generate_series(1, 1001)`,
      [phone.user.sub],
    );
    const back = await connect(mobile.running, phone, welcome.cursor);
    expect(await told(back.socket)).toMatchObject({ reset: true, changes: [] });
    back.socket.end();
  });

  it('A socket of a blocked user is told nothing any more', async () => {
    const phone = await phoneOf();
    const uuid = await ask(phone.user);
    const socket = await phone.socket();
    await mobile.portal.put(`/v1/users/${phone.user.userId}/status`, { status: 'BLOCKED' });
    await mobile.portal.post(`/v1/notifications/${uuid}/cancel`);
    await sleep(100);
    expect((await socket.call('BeginDevice')).code).toBe(141);
    socket.end();
  });
});

const cursorOf = (snapshot: string, at: number): string => Buffer.from(`${snapshot} ${at}`).toString('base64url');
