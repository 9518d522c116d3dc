import { newId } from '../../../src/shared/kernel/index.js';
import { Phone } from '../../support/phone.js';
import { callApi, portalOf, tokenFor } from '../../support/tokens.js';
import { ask, mobile } from './mobile.js';

describe('HTTP', () => {
  let users = 0;
  const phoneOf = (claims = {}) => Phone.of(mobile.running, `http-user${users++}`, claims);
  const portal = () => portalOf(mobile.running, { scopes: ['users:read', 'users:write'] });

  describe('An operation over HTTP', () => {
    it('answers by its event, and nothing else', async () => {
      const phone = await phoneOf();
      const { status, headers, body } = await phone.post('BeginDevice', {});
      expect([status, headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
      expect(Object.keys(body)).toEqual(['event', 'response']);
      expect(Object.keys(body.response)).toEqual(['StatusCode', 'StatusMsg', 'ResponseData']);
    });

    it('needs no body where there are no arguments', async () => {
      expect((await (await phoneOf()).post('BeginDevice')).status).toBe(200);
    });

    it('tells what is wrong with its arguments by code 4', async () => {
      const phone = await phoneOf();
      for (const given of [[], {}, 'text', 7, null, [[]], { deviceID: 7 }, { deviceID: 'x', more: 1 }, ['x', 'y']]) {
        const { status, body } = await phone.post('RemoveDevice', given);
        expect([status, body]).toEqual([
          200,
          {
            event: 'onRemoveDevice',
            response: {
              StatusCode: 4,
              StatusMsg: expect.stringMatching(/^Invalid arguments: /),
              ResponseData: { reason: 'invalid' },
            },
          },
        ]);
      }
    });

    it.each<[string, unknown]>([
      ['10,001 arguments', Array(10_001).fill('')],
      ['50,000 members', Object.fromEntries(Array.from({ length: 50_000 }, (_, at) => [`a${at}`, at]))],
      ['arguments 40 levels deep', JSON.parse('['.repeat(40) + ']'.repeat(40))],
      ['NUL', { deviceID: 'a\0b' }],
    ])('refuses %s by code 4, too', async (_what, given) => {
      const { status, body } = await (await phoneOf()).post('UpdateNotification', given);
      expect([status, body.response.StatusCode, body.response.ResponseData.reason]).toEqual([200, 4, 'invalid']);
      expect(body.response.ResponseData).toMatchObject({
        status_code: 4,
        is_ds_verified: false,
        notification_uuid: '',
      });
    });

    it.each(['GetNotification', 'getNotifications', 'constructor', '__proto__', 'Authenticate', 'toString', '%00'])(
      'is none by the name %s',
      async (name) => {
        const { status, body } = await (await phoneOf()).post(name, {});
        expect([status, body.code]).toEqual([404, 'kernel/not-found']);
      },
    );

    it('takes POST only, and JSON only', async () => {
      const phone = await phoneOf();
      const authorization = `Bearer ${await phone.token()}`;
      const get = await callApi(mobile.running, 'mobile', 'GET', '/mobile/v1/BeginDevice', undefined, {
        authorization,
      });
      expect([get.status, get.headers.get('allow')]).toEqual([405, 'POST']);
      const broken = await fetch(mobile.running.url('mobile', '/mobile/v1/BeginDevice'), {
        method: 'POST',
        headers: { authorization, 'content-type': 'application/json' },
        body: '{',
      });
      expect(broken.status).toBe(400);
      const text = await phone.post('BeginDevice', 'x', { 'content-type': 'text/plain' });
      expect(text.status).toBe(415);
    });

    it('repeats its answer to the same Idempotency-Key', async () => {
      const phone = await phoneOf();
      const key = { 'idempotency-key': newId() };
      const first = await phone.post('BeginDevice', {}, key);
      const second = await phone.post('BeginDevice', {}, key);
      expect(second.body).toEqual(first.body);
      expect(second.headers.get('idempotency-replayed')).toBe('true');
    });
  });

  describe('A page of another origin', () => {
    const origin = 'https://bank.example';
    const url = (name: string) => mobile.running.url('mobile', `/mobile/v1/${name}`);

    it('may ask what it may send', async () => {
      const asked = { origin, 'access-control-request-method': 'POST' };
      const answer = await fetch(url('GetNotifications'), { method: 'OPTIONS', headers: asked });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([204, '*']);
      expect(answer.headers.get('access-control-allow-headers')).toBe('authorization, content-type, dpop');
      expect(answer.headers.get('access-control-allow-credentials')).toBeNull();
    });

    it('reads what its call comes to, failures too', async () => {
      const phone = await phoneOf();
      const answer = await phone.post('GetNotifications', { recordCount: 0, startIndex: 1 }, { origin });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([200, '*']);
      const refused = await fetch(url('GetNotifications'), { method: 'POST', headers: { origin } });
      expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, '*']);
    });
  });

  describe('A token', () => {
    const call = (authorization?: string) =>
      callApi(mobile.running, 'mobile', 'POST', '/mobile/v1/BeginDevice', {}, authorization ? { authorization } : {});

    it('is needed, for this surface, in time, and with the scope', async () => {
      const phone = await phoneOf();
      const wrong = [
        undefined,
        'Bearer x',
        `Bearer ${await phone.token({ aud: mobile.running.config.managementUrl })}`,
        `Bearer ${await phone.token({ exp: Math.floor(Date.now() / 1000) - 10 })}`,
        `Bearer ${await tokenFor(mobile.running, { scopes: ['users:read'] })}`,
        `Bearer ${(await phone.token()).slice(0, -4)}AAAA`,
      ];
      for (const authorization of wrong) {
        const { status, headers, body } = await call(authorization);
        expect([status, body.code]).toEqual([401, 'kernel/unauthenticated']);
        expect(headers.get('www-authenticate')).toMatch(/^Bearer /);
      }
      expect((await call(`Bearer ${await phone.token({ scope: 'openid' })}`)).status).toBe(403);
      expect((await call(`Bearer ${await phone.token({ user_id: undefined })}`)).status).toBe(403);
    });

    it.each(['BLOCKED', 'PAUSED'])('is answered by code 141 and not by 401 when its user is %s', async (status) => {
      const phone = await phoneOf();
      const token = await phone.token();
      expect((await (await portal()).put(`/v1/users/${phone.user.userId}/status`, { status })).status).toBe(200);
      const answer = await call(`Bearer ${token}`);
      expect([answer.status, answer.body]).toEqual([
        200,
        {
          event: 'onBeginDevice',
          response: { StatusCode: 141, StatusMsg: 'User is blocked', ResponseData: { reason: 'blocked' } },
        },
      ]);
      // One that was issued since, as by a process that has not heard of it yet.
      const fresh = await phone.post('GetNotifications', { recordCount: 0, startIndex: 1 });
      expect([fresh.status, fresh.body.response]).toMatchObject([
        200,
        { StatusCode: 141, ResponseData: { notifications: [], reason: 'blocked' } },
      ]);
    });

    it.each(['BLOCKED', 'PAUSED'])('is 141 with an Idempotency-Key too when its user is %s', async (status) => {
      const phone = await phoneOf();
      const [before, after] = [await ask(phone.user), await ask(phone.user)];
      const [kept, fresh] = [{ 'idempotency-key': newId() }, { 'idempotency-key': newId() }];
      const answer = (uuid: string, key: Record<string, string>) =>
        phone.post('UpdateNotification', [uuid, 'accept'], key);
      expect((await answer(before, kept)).body.response.StatusCode).toBe(100);
      await (await portal()).put(`/v1/users/${phone.user.userId}/status`, { status });
      expect((await answer(after, fresh)).body.response.StatusCode).toBe(141);
      expect((await answer(after, kept)).body.response.StatusCode).toBe(141);
      // What was answered before is answered again, and by that only.
      const again = await answer(before, kept);
      expect([again.headers.get('idempotency-replayed'), again.body.response.StatusCode]).toEqual(['true', 100]);
    });

    it.each(['RESET', 'DELETED'])('is 401 when its user is %s', async (status) => {
      const phone = await phoneOf();
      const token = await phone.token();
      await (await portal()).put(`/v1/users/${phone.user.userId}/status`, { status });
      expect((await call(`Bearer ${token}`)).status).toBe(401);
    });
  });
});
