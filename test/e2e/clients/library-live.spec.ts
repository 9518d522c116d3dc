import { setTimeout as sleep } from 'node:timers/promises';
import { jest } from '@jest/globals';
import type { ActiveNotification, Changes, Client } from '../../../clients/typescript/src/index.js';
import { type AppUser, appOf, appUser, type Line, signedInApp } from '../../support/app-of-a-user.js';
import { ask, codeOf, failureOf, newLine, shared, statusOf, until } from './shared.js';

interface Connected {
  readonly line: Line;
  readonly user: AppUser;
  readonly app: Client;
  readonly changes: Changes[];
  readonly states: string[];
}

async function connected(of?: AppUser): Promise<Connected> {
  const [line, user] = [newLine(), of ?? (await appUser(shared.running))];
  const app = await signedInApp(line, user);
  const [changes, states]: [Changes[], string[]] = [[], []];
  app.on('changed', (change) => changes.push(change));
  app.on('connection', (state) => states.push(state));
  await app.connect();
  return { line, user, app, changes, states };
}

const uuidsIn = (changes: readonly Changes[]): string[] =>
  changes.flatMap((told) => told.changes.map((one) => `${one.notification_uuid} ${one.status}`));

describe('Live', () => {
  it('tells on every device what has changed on one', async () => {
    const first = await connected();
    const second = await connected(first.user);
    const uuid = await ask(first.user);
    await until(() => [first, second].every(({ changes }) => uuidsIn(changes).includes(`${uuid} ACTIVE`)));
    const [item] = (await second.app.notifications.list()).items;
    await second.app.notifications.answer(item!, 'accept');
    await until(() => uuidsIn(first.changes).includes(`${uuid} UPDATED`));
    expect(first.states).toEqual(['connecting', 'online']);
    expect(first.app.connection).toBe('online');
  });

  it('is told what it has missed when it comes back', async () => {
    const { app, line, user, changes, states } = await connected();
    line.cut();
    await until(() => app.connection !== 'online');
    const uuid = await ask(user);
    line.mend();
    await until(() => uuidsIn(changes).includes(`${uuid} ACTIVE`));
    expect(states.at(-1)).toBe('online');
  });

  it('says so when it cannot know what has changed since the lists were read', async () => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    const app = await signedInApp(line, user);
    const changes: Changes[] = [];
    app.on('changed', (change) => changes.push(change));
    await app.notifications.list();
    await app.connect();
    expect(changes).toEqual([{ changes: [], reset: true }]);
  });

  it('goes on with a new token before the old one expires', async () => {
    const user = await appUser(shared.running, { accessTokenTtl: 60 });
    const { app, line, states } = await connected(user);
    const [socket] = line.sockets;
    line.sent.length = 0;
    socket!.emit('message', Buffer.from(told('onTokenExpiring')), false);
    await until(() => line.sent.includes('Authenticate'));
    await app.notifications.list();
    expect(line.sent.filter((one) => /token$|Authenticate/.test(one))).toEqual([
      '/service/authserver/oauth/token',
      'Authenticate',
    ]);
    expect(states).toEqual(['connecting', 'online']);
    expect(line.sockets).toHaveLength(1);
  });

  it.each([4401, 4429, 1001, 1011])('comes back after it was closed by %d', async (code) => {
    const { app, line, user, changes } = await connected();
    const [socket] = line.sockets;
    socket!.onclose?.({ code, reason: '' } as never);
    await until(() => app.connection !== 'online');
    await until(() => app.connection === 'online');
    const uuid = await ask(user);
    await until(() => uuidsIn(changes).includes(`${uuid} ACTIVE`));
    expect(line.sent.filter((one) => one.endsWith('/token')).length).toBe(code === 4401 ? 2 : 1);
  });

  it('ends when the session cannot be renewed', async () => {
    const { app, user } = await connected();
    const errors: string[] = [];
    app.on('error', ({ code }) => errors.push(code));
    await shared.portal.put(`/v1/users/${user.userId}/status`, { status: 'RESET' });
    await until(() => app.session === null);
    await until(() => app.connection === 'offline');
    expect(errors).toEqual(['login_required']);
    expect(await codeOf(app.connect())).toBe('signed_out');
  });

  it('answers by HTTP when the socket has died unseen, and nothing is sent later', async () => {
    const { app, line, user } = await connected();
    const uuid = await ask(user);
    const [item] = (await app.notifications.list()).items;
    const [socket] = line.sockets;
    const held: string[] = [];
    Object.assign(socket!, { send: (text: string) => held.push(text), lastHeard: 0 });
    const past = Date.now() + 6_000;
    jest.spyOn(Date, 'now').mockImplementation(() => past);
    try {
      await app.notifications.answer(item!, 'accept');
    } finally {
      jest.restoreAllMocks();
    }
    expect(held.join()).not.toContain('UpdateNotification');
    expect((await statusOf(uuid)).action_response).toBe('accept');
  });

  it('does not answer again when the socket dies after sending', async () => {
    const { app, line, user } = await connected();
    const uuid = await ask(user);
    const [item] = (await app.notifications.list()).items;
    const [socket] = line.sockets;
    const send = socket!.send.bind(socket);
    socket!.send = ((text: string) => {
      if (text.includes('UpdateNotification')) line.cut();
      else send(text);
    }) as never;
    const answer = failureOf(app.notifications.answer(item as ActiveNotification, 'accept'));
    await sleep(100);
    line.mend();
    expect((await answer).code).toBe('offline');
    expect((await statusOf(uuid)).status).toBe('ACTIVE');
  });

  it('stops when it is told to, and takes nothing from then on', async () => {
    const { app, line, user, changes } = await connected();
    app.disconnect();
    expect(app.connection).toBe('offline');
    await ask(user);
    expect([changes, line.sockets[0]!.readyState]).toEqual([[], expect.any(Number)]);
    expect((await app.notifications.list()).total).toBe(1);
  });

  it('says what is missing where there is no WebSocket', async () => {
    const [line, user] = [newLine(), await appUser(shared.running)];
    const app = await signedInApp(line, user, { WebSocket: undefined as never });
    if ('WebSocket' in globalThis) return;
    expect((await failureOf(app.connect())).reason).toContain('there is no WebSocket here');
  });

  it.each([
    ['no JSON', '<html>'],
    ['a list', '[]'],
    ['a deep one', '['.repeat(200_000)],
    ['bytes', Buffer.from([1, 2, 3])],
  ])('opens another socket when a message is %s', async (_name, text) => {
    const { app, line } = await connected();
    line.sockets[0]!.onmessage?.({ data: text } as never);
    await until(() => line.sockets.length === 2 && app.connection === 'online');
  });

  it('shows nothing of one user to the next', async () => {
    const [line, one] = [newLine(), await appUser(shared.running)];
    const app = await signedInApp(line, one);
    await app.connect();
    await app.signOut();
    expect(app.connection).toBe('offline');
    expect(await codeOf(app.notifications.list())).toBe('signed_out');
    expect(appOf(line, one).session).toBeNull();
  });
});

const told = (event: string): string =>
  JSON.stringify({ event, response: { StatusCode: 100, StatusMsg: 'Success', ResponseData: {} } });
