import { setTimeout as sleep } from 'node:timers/promises';
import type { JWTPayload } from 'jose';
import { TokenRevocation } from '../../../auth/tokens/token-revocation.service.js';
import { UnitOfWork } from '../../../shared/persistence/index.js';
import { newId } from '../../../shared/kernel/index.js';
import { RequestLimits } from '../../../shared/http/index.js';
import { MobileGateway } from './mobile.gateway.js';
import { whileTimeStands } from '../../../../test/support/clock.js';
import { startTestApplication } from '../../../../test/support/application.js';
import { othersHaveTaken } from '../../../../test/support/other-processes.js';
import { Phone, PhoneSocket } from '../../../../test/support/phone.js';
import { portalOf, tokenFor } from '../../../../test/support/tokens.js';
import { mobile } from '../../../../test/e2e/notifications/mobile.js';

const seconds = () => Math.floor(Date.now() / 1000);

describe('Sockets', () => {
  let users = 0;
  const phoneOf = (claims: JWTPayload = {}) => Phone.of(mobile.running, `socket-user${users++}`, claims);
  const open = () => PhoneSocket.open(mobile.running);
  const closedBy = async (socket: PhoneSocket, message: unknown): Promise<number> => {
    socket.send(message);
    return (await socket.closed).code;
  };

  let silent: PhoneSocket;
  let openedAt: number;
  beforeAll(async () => {
    openedAt = Date.now();
    silent = await open();
  });

  describe('A socket', () => {
    it('is told at once whether a call is accepted, and then its event, both with the id of the call', async () => {
      const socket = await (await phoneOf()).socket();
      for (const id of ['call-1', 7, '', null]) {
        socket.send({ id, operation: 'BeginDevice', arguments: [] });
        const first = await socket.next(() => true);
        const second = await socket.next(() => true);
        const accepted = { longErrorCode: 0, shortErrorCode: 0, errorString: 'Success' };
        expect(first).toEqual({ id, error: accepted });
        expect(second).toEqual({ id, event: 'onBeginDevice', response: expect.objectContaining({ StatusCode: 100 }) });
      }
      socket.send({ operation: 'BeginDevice' });
      expect(await socket.next(() => true)).toMatchObject({ id: null, error: { longErrorCode: 0 } });
      socket.end();
    });

    it.each<[string, unknown]>([
      ['arguments that are wrong', { id: 1, operation: 'RemoveDevice', arguments: [7] }],
      ['a count as text', { id: 1, operation: 'GetNotifications', arguments: ['10', '', 1, '', ''] }],
      ['arguments that are text', { id: 1, operation: 'RemoveDevice', arguments: 'x' }],
      ['60,000 bytes of arguments', { id: 1, operation: 'RemoveDevice', arguments: Array(20_000).fill('') }],
      [
        'members that are too many',
        {
          id: 1,
          operation: 'RemoveDevice',
          arguments: Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`a${at}`, 1])),
        },
      ],
      ['an operation that is none', { id: 1, operation: 'constructor', arguments: [] }],
      ['no operation', { id: 1 }],
      ['an operation that is a list', { id: 1, operation: ['BeginDevice'] }],
    ])('is told code 4, and no event, for %s', async (_what, message) => {
      const socket = await (await phoneOf()).socket();
      socket.send(message);
      expect(await socket.next(() => true)).toEqual({
        id: 1,
        error: { longErrorCode: 4, shortErrorCode: 4, errorString: expect.stringMatching(/^Invalid arguments/) },
      });
      await socket.call('BeginDevice', []);
      expect(socket.received).toEqual([]);
      socket.end();
    });

    it.each<[string, unknown]>([
      ['no JSON', '{'],
      ['nothing', ''],
      ['a list', '[]'],
      ['null', 'null'],
      ['an id that is an object', { id: {}, operation: 'BeginDevice' }],
      ['an id that is too long', { id: 'x'.repeat(129), operation: 'BeginDevice' }],
      ['a member that is none', { operation: 'BeginDevice', token: 'x' }],
    ])('is told code 4 without an id for %s', async (_what, message) => {
      const socket = await (await phoneOf()).socket();
      socket.send(message);
      expect(await socket.next(() => true)).toMatchObject({ id: null, error: { longErrorCode: 4 } });
      socket.end();
    });

    it('is told code 4 for bytes', async () => {
      const socket = await (await phoneOf()).socket();
      socket.socket.send(Buffer.from([0xff, 0xfe]));
      expect(await socket.next(() => true)).toMatchObject({ id: null, error: { longErrorCode: 4 } });
      socket.end();
    });

    it('takes arguments by name, too', async () => {
      const socket = await (await phoneOf()).socket();
      const { event } = await socket.call('RemoveDevice', { deviceID: newId() });
      expect(event).toMatchObject({ event: 'onRemoveDevice', response: { StatusCode: 4 } });
      socket.end();
    });

    it('is closed by 4429 when more than eight operations are open', async () => {
      const socket = await (await phoneOf()).socket();
      for (let id = 0; id < 9; id++) socket.send({ id, operation: 'BeginDevice' });
      expect((await socket.closed).code).toBe(4429);
    });

    it('may have eight open, and hundreds one after another', async () => {
      const socket = await (await phoneOf()).socket();
      for (let round = 0; round < 60; round++) {
        await Promise.all(Array.from({ length: 8 }, () => socket.call('RemoveDevice', ['x'])));
      }
      expect((await socket.call('BeginDevice')).code).toBe(0);
      socket.end();
    });

    it('is closed by 4429 for a message of more than 64 KiB', async () => {
      const socket = await (await phoneOf()).socket();
      expect(await closedBy(socket, 'x'.repeat(64 * 1024 + 1))).toBe(4429);
    });

    it('never holds more than eight answers for somebody who does not read', async () => {
      const socket = await (await phoneOf()).socket();
      socket.socket.pause();
      for (let count = 0; count < 20_000 && socket.socket.readyState === 1; count++) {
        socket.send({ id: 'x'.repeat(120), operation: 'none' });
        if (count % 100 === 0) await sleep(0);
      }
      socket.socket.resume();
      expect((await socket.closed).code).toBe(4429);
    });

    it('is limited like requests are', async () => {
      const env = { RATE_LIMIT: '1', RATE_BURST: '3' };
      const limited = await startTestApplication({ env, database: mobile.running.database });
      try {
        const phone = await Phone.of(limited, `limited${newId()}`);
        const socket = await phone.socket();
        await whileTimeStands(async () => {
          const codes = [];
          for (let count = 0; count < 4; count++) codes.push((await socket.call('BeginDevice')).code);
          expect(codes).toEqual([0, 0, 0, 39]);
          const { status, headers, body } = await phone.post('BeginDevice');
          expect([status, headers.get('retry-after'), body.response]).toMatchObject([
            429,
            '1',
            { StatusCode: 39, ResponseData: { reason: 'too_many' } },
          ]);
          const { perCaller } = limited.app.get(RequestLimits);
          const elsewhere = await (await Phone.of(limited, `elsewhere${newId()}`)).socket();
          perCaller.exchangeNow = () => Promise.resolve(othersHaveTaken(perCaller, 3));
          expect([(await elsewhere.call('BeginDevice')).code, (await elsewhere.call('BeginDevice')).code]).toEqual([
            0, 39,
          ]);
        });
      } finally {
        await limited.close();
      }
    });
  });

  it('A socket whose token is renewed more often than calls are allowed is closed by 4429', async () => {
    const env = { RATE_LIMIT: '1', RATE_BURST: '3' };
    const limited = await startTestApplication({ env, database: mobile.running.database });
    try {
      const phone = await Phone.of(limited, `renewing${newId()}`);
      const socket = await phone.socket();
      await whileTimeStands(async () => {
        const token = await phone.token();
        for (let count = 0; count < 3; count++) await socket.authenticate({ token });
        expect(await closedBy(socket, { id: 1, operation: 'Authenticate', arguments: { token } })).toBe(4429);
      });
    } finally {
      await limited.close();
    }
  });

  describe('The token of a socket', () => {
    it('comes with the first message, or the socket is closed by 4401', async () => {
      expect(await closedBy(await open(), { id: 1, operation: 'BeginDevice' })).toBe(4401);
      expect(await closedBy(await open(), 'nonsense')).toBe(4401);
    });

    it('must hold', async () => {
      const phone = await phoneOf();
      const tokens = [
        '',
        'x',
        7,
        null,
        undefined,
        ['x'],
        'x'.repeat(9_000),
        await phone.token({ aud: mobile.running.config.managementUrl }),
        await phone.token({ exp: seconds() - 10 }),
        await phone.token({ scope: 'openid' }),
        await phone.token({ user_id: undefined }),
        await phone.token({ cnf: { jkt: 'x' } }),
        await tokenFor(mobile.running, { scopes: ['users:read'] }),
      ];
      for (const token of tokens) {
        expect(await closedBy(await open(), { id: 1, operation: 'Authenticate', arguments: { token } })).toBe(4401);
      }
    });

    it('is answered with when it ends, and the cursor', async () => {
      const phone = await phoneOf();
      const socket = await open();
      const expires = seconds() + 120;
      const data = await socket.authenticate({ token: await phone.token({ exp: expires }) });
      expect(data).toEqual({
        expires_at: new Date(expires * 1000).toISOString(),
        cursor: expect.stringMatching(/^[\w-]+$/),
      });
      socket.end();
    });

    it('lets calls follow at once', async () => {
      const phone = await phoneOf();
      const socket = await open();
      socket.send({ id: 1, operation: 'Authenticate', arguments: [await phone.token()] });
      expect((await socket.call('BeginDevice')).code).toBe(0);
      socket.end();
    });

    it('is told to expire, and the socket is closed when it does', async () => {
      const phone = await phoneOf();
      const socket = await open();
      await socket.authenticate({ token: await phone.token({ exp: seconds() + 2 }) });
      expect(await socket.nextEvent('onTokenExpiring')).toMatchObject({
        response: { StatusCode: 100, ResponseData: { expires_at: expect.stringMatching(/Z$/) } },
      });
      expect(await socket.closed).toEqual({ code: 4401, reason: 'The token has expired' });
    });

    it('can be renewed: the socket stays', async () => {
      const phone = await phoneOf();
      const socket = await open();
      const exp = seconds() + 10;
      await socket.authenticate({ token: await phone.token({ exp }) });
      expect(await socket.authenticate({ token: await phone.token() })).toEqual({ expires_at: expect.any(String) });
      while (seconds() < exp + 1) await sleep(100);
      expect((await socket.call('BeginDevice')).code).toBe(0);
      socket.end();
    });

    it('cannot be that of another user', async () => {
      const socket = await (await phoneOf()).socket();
      const token = await (await phoneOf()).token();
      expect(await closedBy(socket, { id: 1, operation: 'Authenticate', arguments: { token } })).toBe(4401);
    });

    it('that is revoked closes the socket at once, and no other', async () => {
      const phone = await phoneOf();
      const [jti, exp] = [newId(), seconds() + 300];
      const [revoked, other] = [await open(), await phone.socket()];
      await revoked.authenticate({ token: await phone.token({ jti, exp }) });
      const revocation = mobile.running.app.get(TokenRevocation, { strict: false });
      await mobile.running.app.get(UnitOfWork).run((tx) => revocation.deny(tx, { id: jti, expiresAt: exp }));
      expect(await revoked.closed).toEqual({ code: 4401, reason: 'It was revoked' });
      expect((await other.call('BeginDevice')).code).toBe(0);
      other.end();
    });

    it.each(['BLOCKED', 'PAUSED'])('leaves the socket open, which answers 141, when its user is %s', async (status) => {
      const phone = await phoneOf();
      const socket = await phone.socket();
      const token = await phone.token();
      const portal = await portalOf(mobile.running, { scopes: ['users:write'] });
      await portal.put(`/v1/users/${phone.user.userId}/status`, { status });
      expect((await socket.call('BeginDevice')).code).toBe(141);
      const another = await open();
      expect(await another.authenticate({ token })).toMatchObject({
        longErrorCode: 141,
        errorString: 'User is blocked',
      });
      expect((await another.call('GetNotifications', [0, '', 1, '', ''])).code).toBe(141);
      expect(socket.socket.readyState).toBe(1);
      for (const one of [socket, another]) one.end();
    });

    it('closes the socket when its user is RESET', async () => {
      const phone = await phoneOf();
      const socket = await phone.socket();
      const portal = await portalOf(mobile.running, { scopes: ['users:write'] });
      await portal.put(`/v1/users/${phone.user.userId}/status`, { status: 'RESET' });
      expect((await socket.closed).code).toBe(4401);
    });
  });

  it('A socket that brings no token is closed after ten seconds', async () => {
    expect((await silent.closed).code).toBe(4401);
    expect(Date.now() - openedAt).toBeGreaterThan(9_900);
  });

  it('Sockets that end leave nothing behind', async () => {
    const socket = await (await phoneOf()).socket();
    socket.end();
    await socket.closed;
    const gateway = mobile.running.app.get(MobileGateway, { strict: false });
    while (gateway.openSockets > 0) await sleep(5);
    expect(gateway.openSockets).toBe(0);
  });
});
