import type { TestApplication } from '../../support/application.js';
import { cookieOf, raw } from '../../support/console/raw-console.js';
import { documentedRoutes } from '../../support/documented-routes.js';
import { TestOperator } from '../../support/operators.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf } from '../../support/tokens.js';

describe('Paths at the console', () => {
  let running: TestApplication;
  let owner: TestOperator;
  beforeAll(async () => {
    running = await sharedApplication();
    owner = await TestOperator.with(running, ['owner', 'security', 'developer']);
  });

  const ask = (path: string, headers: readonly string[] = []) =>
    raw(running, `GET ${path}`, [cookieOf(owner), ...headers]);

  it('lead to the management API below /api/v1/', async () => {
    expect((await ask('/api/v1/me')).body).toMatchObject({ id: owner.sub });
  });

  it.each([
    '/api/v1/../v1/me',
    '/api/v1/..',
    '/api/v1/../../openapi.json',
    '/api/v1/..%2fopenapi.json',
    '/api/v1/..%5copenapi.json',
    '/api/v1/%2e%2e/openapi.json',
    '/api/v1/%2E%2E%2Fme',
    '/api/v1/.%2e/me',
    '/api/v1/./me',
    '/api/v1/%252e%252e/me',
    '/api//v1/me',
    '//api/v1/me',
    '//evil.example/api/v1/me',
    '/api/v1//me',
    '/api/v1/me/',
    '/api/v1/me//',
    '/api%2fv1%2fme',
    '/api/v1%2fme',
    '/%61pi/v1/me',
    '/api/v1/%6de',
    '/API/v1/me',
    '/api/V1/me',
    '/api/v1/ME',
    '/api\\v1\\me',
    '/api/v1\\me',
    '/api/v1/me%00',
    '/api/v1/me%0d%0aX-Evil:%201',
    '/api/v1/me;a=b',
    '/api/v1/me%3fa=b',
    '/api/v1/me#top',
    '/api/api/v1/me',
    '/v1/me',
    '/api/v2/me',
    '/api/v1',
    '/api/openapi.json',
    '/api/docs/',
    '/api/metrics',
    '/api/mobile/v1/notifications',
    '/api/service/authserver/oauth/token',
    '/api/v1/openapi.json',
    '/api/v1/docs',
    'http://console.test/api/v1/me',
    'http://127.0.0.1/api/v1/me',
    'https://evil.example/api/v1/me',
    'console.test:443',
    '*',
    'me',
  ])('that mean another place after somebody has tidied them up are nobody’s: %s', async (path) => {
    for (const accept of ['application/json', 'text/html']) {
      const { status, head, text } = await ask(path, [`Accept: ${accept}`]);
      const isShell = status === 200 && accept === 'text/html' && text.includes('<div id="console"');
      expect([path, isShell || status === 404 || status === 400]).toEqual([path, true]);
      expect(text).not.toContain(owner.sub);
      expect(head).not.toMatch(/\r\nX-Evil/i);
    }
  });

  it('that are very long are refused, however long', async () => {
    for (const [length, statuses] of [
      [2_000, [404, 422]],
      [15_000, [404, 422]],
      [20_000, [431]],
      [2_000_000, [431]],
    ] as const) {
      const { status } = await ask(`/api/v1/users/${'a'.repeat(length)}`);
      expect(statuses).toContain(status);
      expect((await ask(`/api/v1/users?q=${'a'.repeat(length)}`)).status).toBeGreaterThanOrEqual(400);
    }
    expect((await ask('/api/v1/me')).status).toBe(200);
  });

  it('name no other surface, whatever headers ask for one', async () => {
    for (const header of ['X-Original-URL: /v1/operators', 'X-Rewrite-URL: /v1/operators', 'X-Forwarded-Prefix: /v1']) {
      expect((await ask('/api/v1/me', [header])).body.id).toBe(owner.sub);
      expect((await ask('/api/nothing', [header])).status).toBe(404);
    }
  });

  it('answer no method that other sites may send where a route changes something', async () => {
    const { body } = await (await portalOf(running, { scopes: ['users:read'] })).get('/openapi.json');
    const routes = documentedRoutes(body);
    const read = new Set(routes.filter(({ method }) => method === 'GET').map(({ path }) => path));
    const changing = routes.filter(({ method, path }) => method !== 'GET' && !read.has(path));
    expect(changing.length).toBeGreaterThan(20);
    for (const { method, path } of changing) {
      for (const sent of ['GET', 'HEAD']) {
        const override = [
          `X-HTTP-Method-Override: ${method}`,
          `X-HTTP-Method: ${method}`,
          `X-Method-Override: ${method}`,
        ];
        const { status } = await raw(running, `${sent} /api${path}?_method=${method}`, [cookieOf(owner), ...override]);
        expect([sent, path, [404, 405].includes(status)]).toEqual([sent, path, true]);
      }
    }
    for (const method of ['OPTIONS', 'TRACE', 'PROPFIND']) {
      expect((await raw(running, `${method} /api/v1/me`, [cookieOf(owner)])).status).toBeGreaterThanOrEqual(400);
    }
  });
});
