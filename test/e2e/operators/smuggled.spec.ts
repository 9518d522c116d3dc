import { AuditLog } from '../../../src/audit/contract/index.js';
import { newId, Tenant } from '../../../src/shared/kernel/index.js';
import type { TestApplication } from '../../support/application.js';
import { cookieOf, raw } from '../../support/console/raw-console.js';
import { TestOperator } from '../../support/operators.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf, type Portal } from '../../support/tokens.js';

const LIVE = Tenant.of('default', false);
const JSON_FROM_HERE = ['Sec-Fetch-Site: same-origin', 'Content-Type: application/json'];

describe('Headers at the console', () => {
  let running: TestApplication;
  let bank: Portal;
  let support: TestOperator;
  let userId: string;
  beforeAll(async () => {
    running = await sharedApplication();
    const scopes = ['users:read', 'users:write', 'operators:read', 'operators:write', 'enterprises:write'];
    bank = await portalOf(running, { scopes, administrator: true });
    await bank.post('/v1/enterprises', { enterpriseId: 'acme', name: 'Acme' });
    support = await TestOperator.with(running, [{ enterpriseId: 'default', side: 'both', role: 'support' }]);
    userId = newId();
    for (const data of ['live', 'test']) {
      const portal = await portalOf(running, { scopes, test: data === 'test' });
      expect((await portal.post('/v1/users', { userId, primaryGroup: 'retail' })).status).toBe(201);
    }
  });

  const get = (path: string, ...headers: string[]) => raw(running, `GET ${path}`, [cookieOf(support), ...headers]);
  const send = (line: string, body: string, ...headers: string[]) =>
    raw(
      running,
      line,
      [cookieOf(support), ...JSON_FROM_HERE, `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
      body,
    );
  const newest = async (kind: string) =>
    (await running.app.get(AuditLog).list({ tenant: LIVE, kinds: [kind] }, 1)).entries[0];

  it('bring no token of a program with them', async () => {
    const token = `Authorization: Bearer ${bank.token}`;
    for (const header of [token, token.replace('Authorization', 'AUTHORIZATION'), `Proxy-${token}`, `X-${token}`]) {
      expect((await get('/api/v1/me', header)).body.id).toBe(support.sub);
      expect((await get('/api/v1/operators', header)).status).toBe(403);
      expect((await raw(running, 'GET /api/v1/operators', [header])).body?.code).toBe('operators/signed-out');
    }
    expect((await get('/api/v1/me', token, token)).status).toBe(400);
    expect((await get('/api/v1/me', 'DPoP: abc', 'Authorization: DPoP abc')).body.id).toBe(support.sub);
  });

  it('that a proxy would take away on its way take nothing away here', async () => {
    for (const named of ['cookie', 'sec-fetch-site', 'content-type, origin', 'authorization, cookie']) {
      const { status } = await raw(running, 'GET /api/v1/me', [cookieOf(support), `Connection: close, ${named}`]);
      expect(status).toBe(200);
      const forged = ['Sec-Fetch-Site: cross-site', `Connection: close, ${named}`, 'Content-Length: 2'];
      const refused = await raw(running, 'DELETE /api/v1/me/sessions', [cookieOf(support), ...forged], '{}');
      expect([refused.status, refused.body.code]).toEqual([403, 'operators/other-site']);
    }
  });

  it('are refused when a query parameter in place of one contains what no header may', async () => {
    const owner = await TestOperator.with(running, ['owner']);
    for (const path of ['/api/v1/me', '/api/live'])
      for (const value of ['%00', 'acme%00', 'acme%0D%0A', '%F0%9F%98%80']) {
        const { status, body } = await owner.get(`${path}?_enterprise=${value}`);
        expect([path, value, status, body?.code]).toEqual([path, value, 422, 'kernel/invalid-arguments']);
      }
  });

  it('do not say where a caller is, whom no proxy speaks for', async () => {
    const address = '198.51.100.7';
    const told = [
      `X-Forwarded-For: ${address}`,
      `Forwarded: for=${address};host=evil.example;proto=https`,
      `X-Real-IP: ${address}`,
      `True-Client-IP: ${address}`,
      `X-Client-IP: ${address}`,
    ];
    await get(`/api/v1/users/${userId}`, 'Data: live', ...told);
    expect((await newest('users.user-viewed'))?.address).toBe('127.0.0.1');
  });

  it('name no host that an answer leads to', async () => {
    const evil = [
      'X-Forwarded-Host: evil.example',
      'X-Forwarded-Proto: http',
      'X-Forwarded-Port: 1',
      'X-Host: evil.example',
    ];
    for (const path of ['/sign-in', '/welcome?login=a&code=b', '/step-up', '/']) {
      const { status, head, text } = await get(path, 'Host: evil.example', ...evil);
      expect([path, status < 400]).toEqual([path, true]);
      expect(`${head}${text}`).not.toContain('evil.example');
      expect(head).not.toMatch(/\bDomain=/i);
    }
    expect((await get('/api/v1/me', 'Host: console.test', 'Host: evil.example')).status).toBe(400);
  });

  it('do not turn a method into another', async () => {
    const override = ['X-HTTP-Method-Override: DELETE', 'X-HTTP-Method: DELETE', 'X-Method-Override: DELETE'];
    const owner = await TestOperator.with(running, ['owner']);
    const line = `POST /api/v1/operators/${support.sub}?_method=DELETE`;
    const body = '{"_method":"DELETE"}';
    const headers = [cookieOf(owner), ...JSON_FROM_HERE, ...override, `Content-Length: ${body.length}`];
    expect((await raw(running, line, headers, body)).status).toBe(405);
    expect((await raw(running, `GET /api/v1/operators/${support.sub}`, headers.slice(0, -1))).status).toBe(405);
    expect((await get('/api/v1/me')).status).toBe(200);
  });

  it.each([
    ['a length and chunks', ['Content-Length: 4', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks and a length', ['Transfer-Encoding: chunked', 'Content-Length: 4'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 2', 'Content-Length: 40'], '{}'],
    ['chunks that are not the last coding', ['Transfer-Encoding: chunked, identity'], '0\r\n\r\n'],
    ['a coding that there is none of', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['a coding after a space', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
    ['a folded coding', ['Transfer-Encoding:\r\n chunked, x'], '0\r\n\r\n'],
  ])('hide no second request behind the first: %s', async (_what, framing, body) => {
    const hidden = `DELETE /api/v1/me/sessions HTTP/1.1\r\nHost: a\r\n${cookieOf(support)}\r\n${JSON_FROM_HERE.join('\r\n')}\r\nContent-Length: 2\r\n\r\n{}`;
    const other = await TestOperator.signedIn(running, support.sub);
    const headers = [cookieOf(support), ...JSON_FROM_HERE, ...framing];
    const { status, text } = await raw(running, 'POST /api/v1/nothing', headers, body + hidden);
    expect(status).toBe(400);
    expect(text.match(/HTTP\/1\.1/g)).toBeNull();
    expect((await other.get('/api/v1/me')).status).toBe(200);
  });

  it.each([
    ['text/plain; application/json', 403],
    ['text/plain, application/json', 403],
    ['application/json, text/plain', 403],
    ['application/jsonp', 403],
    ['application/json+evil', 403],
    ['multipart/form-data; boundary=application/json', 403],
    ['application/json; charset=utf-7', 415],
    ['application/json; charset=utf-16', 415],
    ['application/json; a=b;charset=UTF-7', 415],
    ['application/json; charset=utf-8, utf-7', 415],
    ['application/json; charset="utf-8"', 422],
    ['application/json;charset=UTF-8; a=b', 422],
  ])('name one kind of content: %s', async (type, status) => {
    const headers = [cookieOf(support), 'Sec-Fetch-Site: same-origin', `Content-Type: ${type}`, 'Content-Length: 25'];
    const path = `PUT /api/v1/users/${userId}/status`;
    expect((await raw(running, path, headers, '{"status":"PAUSED","a":1}')).status).toBe(status);
  });

  it('name one enterprise and one side', async () => {
    const status = async (...headers: string[]) => (await get('/api/v1/users?limit=1', ...headers)).status;
    expect(await status('Enterprise-Id: default')).toBe(200);
    expect(await status('Enterprise-Id: default', 'Enterprise-Id: acme')).toBe(403);
    expect(await status('Enterprise-Id: acme', 'Enterprise-Id: default')).toBe(403);
    expect(await status('Enterprise-Id: __proto__')).toBe(403);
    expect(await status('Enterprise-Id: *')).toBe(403);
    expect(await status('Data: live', 'Data: test')).toBe(422);
    expect((await get('/api/v1/users?limit=1&_enterprise=acme', 'Enterprise-Id: default')).status).toBe(403);
    expect((await get('/api/v1/users?limit=1&_enterprise=default&_enterprise=acme')).status).toBe(200);
    expect((await get('/api/v1/users?limit=1&_enterprise=acme&_enterprise=default')).status).toBe(403);
  });

  it('say of nobody that an operator acts for them', async () => {
    expect((await get('/api/v1/me', 'Acting-For: somebody')).status).toBe(403);
  });

  it('put no act under the id of what a colleague has asked for', async () => {
    const id = newId();
    const { head } = await get(`/api/v1/users/${userId}`, 'Data: live', `X-Request-Id: ${id}`);
    expect(head).not.toContain(id);
    expect((await newest('users.user-viewed'))?.requestId).not.toBe(id);
  });

  it('repeat no answer of the other side, of another enterprise, or of a colleague', async () => {
    const key = `Idempotency-Key: ${newId()}`;
    const body = JSON.stringify({ comments: 'She asked for it' });
    const line = `POST /api/v1/users/${userId}/export`;
    const live = await send(line, body, key, 'Data: live');
    expect([live.status, (await send(line, body, key, 'Data: live')).body]).toEqual([202, live.body]);
    expect(await send(line, body, key, 'Data: test')).toMatchObject({
      status: 422,
      body: { code: 'kernel/key-reused' },
    });
    const colleague = await TestOperator.with(running, ['support']);
    const other = await colleague.call('POST', `/api/v1/users/${userId}/export`, JSON.parse(body) as object, {
      ...{ 'idempotency-key': key.slice(17), data: 'live' },
    });
    expect([other.status, other.body.id === live.body.id]).toEqual([202, false]);
  });
});
