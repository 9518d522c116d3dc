import { powerOf, scopeOfSecond } from '../../../src/operators/roles/power-table.js';
import {
  rightNames,
  rights,
  roles,
  scopesOf,
  scopesWithSecond,
  type Role,
} from '../../../src/operators/roles/role-table.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { documentedRoutes, type DocumentedRoute } from '../../support/documented-routes.js';
import { TestOperator } from '../../support/operators.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf } from '../../support/tokens.js';

/** Operators need another scope where a client is let in by the one that the route names. */
const beyond = (method: string, path: string): string[] =>
  method === 'GET' && path.endsWith('/export') ? ['users:remove'] : [];
/** Keys are seen, too, by those who may withdraw them with a second operator, and the file taken by those who have asked. */
const secondAt = (route: string): string | undefined => {
  if (route === 'GET /v1/keys') return 'clients:secure';
  if (route === 'POST /v1/userExports/:exportId/file') return 'users:remove';
  const power = powerOf(route);
  return power && scopeOfSecond(power);
};

describe('The console', () => {
  let running: TestApplication;
  let another: TestApplication;
  let routes: readonly DocumentedRoute[];
  beforeAll(async () => {
    running = await sharedApplication();
    another = await startTestApplication({ database: running.database });
    routes = documentedRoutes((await (await portalOf(running, { scopes: ['users:read'] })).get('/openapi.json')).body);
  });
  afterAll(() => another.close());

  const mutating = (): DocumentedRoute[] => routes.filter(({ method }) => method !== 'GET');

  describe('A role', () => {
    it.each(roles)('%s gets past the guard of exactly the routes whose scopes it has', async (role) => {
      const operator = await TestOperator.with(running, [role]);
      const held = scopesOf([role]);
      const withSecond = scopesWithSecond([role]);
      const wrong: unknown[] = [];
      for (const { method, path, route, ways } of routes) {
        const { status, body } = await operator.call(method, `/api${path}`);
        const refused = status === 403 && body?.code === 'kernel/insufficient-scope';
        const second = secondAt(route);
        const more = [...beyond(method, path), ...(second === undefined ? [] : [second])];
        const has = (scope: string) => held.has(scope) || (scope === second && withSecond.has(scope));
        const may = ways.some((scopes) => [...scopes, ...more].every(has));
        if (refused === may || status === 401) wrong.push({ method, path, ways, status, may });
      }
      expect(wrong).toEqual([]);
    });

    it.each(rightNames.flatMap((name) => roles.map((role) => [role, name] as const)))(
      '%s has the scopes of "%s" where the table says so',
      (role: Role, name) => {
        const all = [...rights[name].scopes].every((scope) => scopesOf([role]).has(scope));
        const leave = rights[name].of[role];
        if (leave !== 'no') expect(all).toBe(leave === 'may');
      },
    );
  });

  describe('An address that somebody has mistyped', () => {
    const ask = (path: string, accept: string, method = 'GET') =>
      fetch(running.url('console', path), { method, headers: { accept } });

    it.each(['/usres', '/v1/users', '/docs', '/.env', '/users//x', '/metrics'])(
      '%s is the page that says so',
      async (path) => {
        const answer = await ask(path, 'text/html,*/*;q=0.8');
        expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
        expect(await answer.text()).toContain('<div id="console"');
      },
    );

    it.each([
      ['application/json', 'GET'],
      ['*/*', 'GET'],
      ['text/html', 'POST'],
    ])('is refused in words for programs: %s by %s', async (accept, method) => {
      const answer = await ask('/usres', accept, method);
      expect([answer.status, ((await answer.json()) as { code: string }).code]).toEqual([404, 'kernel/not-found']);
    });

    it('is refused as always on other surfaces, and what the console calls is no page', async () => {
      const elsewhere = await fetch(running.url('management', '/usres'), { headers: { accept: 'text/html' } });
      expect(elsewhere.status).toBe(404);
      expect((await ask('/api/nothing', 'text/html')).status).toBe(404);
    });
  });

  describe('A request from another site', () => {
    it.each([
      ['from another site', { 'sec-fetch-site': 'cross-site' }],
      ['from another host of the site', { 'sec-fetch-site': 'same-site' }],
      ['with nothing that says from where', { 'sec-fetch-site': undefined }],
      ['with the origin of another', { 'sec-fetch-site': undefined, origin: 'https://evil.example' }],
      ['as text', { 'content-type': 'text/plain' }],
      ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }],
    ])('is refused %s, at every route that changes something', async (_what, changed) => {
      const { cookie } = await TestOperator.with(running, ['owner']);
      const headers = Object.entries({
        cookie: `__Host-console=${cookie}`,
        'sec-fetch-site': 'same-origin',
        'content-type': 'application/json',
        ...changed,
      }).filter((entry): entry is [string, string] => entry[1] !== undefined);
      const paths = [
        ...mutating().map(({ method, path }) => [method, `/api${path}`] as const),
        ['POST', '/api/sign-out'],
      ];
      for (const [method, path] of paths) {
        const answer = await fetch(running.url('console', path), { method, headers, body: '{}' });
        expect([path, answer.status, ((await answer.json()) as { code: string }).code]).toEqual([
          path,
          403,
          'operators/other-site',
        ]);
      }
      expect(paths.length).toBeGreaterThan(20);
    });
  });

  describe('A session', () => {
    it('that is ended is refused at once in another process', async () => {
      const operator = await TestOperator.with(running, ['support']);
      const there = operator.at(another);
      expect((await there.get('/api/v1/me')).status).toBe(200);
      expect((await operator.call('POST', '/api/sign-out')).status).toBe(204);
      expect(await there.get('/api/v1/me')).toMatchObject({ status: 401, body: { code: 'operators/signed-out' } });
    });

    it('ends with the operator who is blocked, in every process', async () => {
      const [owner, other] = [
        await TestOperator.with(running, ['owner']),
        await TestOperator.with(running, ['support']),
      ];
      const blocked = await owner.call('PATCH', `/api/v1/operators/${other.sub}`, { state: 'blocked' });
      expect(blocked).toMatchObject({ status: 200, body: { state: 'blocked' } });
      expect((await other.at(another).get('/api/v1/me')).status).toBe(401);
    });

    it.each([
      ['without a cookie', ''],
      ['with one that nobody has', '__Host-console=abc'],
    ])('is needed: %s', async (_what, cookie) => {
      const answer = await fetch(running.url('console', '/api/v1/me'), { headers: { cookie } });
      expect(answer.status).toBe(401);
    });

    it('is not taken by the management surface, and a token of a client is none', async () => {
      const { cookie } = await TestOperator.with(running, ['owner']);
      const headers = { cookie: `__Host-console=${cookie}` };
      expect((await fetch(running.url('management', '/v1/me'), { headers })).status).toBe(401);
      expect((await fetch(running.url('console', '/v1/me'), { headers })).status).toBe(404);
    });
  });

  describe('A right', () => {
    it('opens no other enterprise, and no other side', async () => {
      const grant = { enterpriseId: 'default', side: 'test', role: 'support' } as const;
      const operator = await TestOperator.with(running, [grant]);
      expect((await operator.get('/api/v1/users')).headers.get('countersign-mode')).toBe('test');
      const status = async (headers: Record<string, string>) => {
        const answer = await operator.get('/api/v1/users', headers);
        return [answer.status, answer.body.code];
      };
      expect(await status({ data: 'live' })).toEqual([403, 'operators/not-granted']);
      expect(await status({ 'enterprise-id': 'acme' })).toEqual([403, 'operators/not-granted']);
      expect((await status({ data: 'both' }))[0]).toBe(422);
    });

    it('is nobody’s when it is of the reserved enterprise', async () => {
      const owner = await TestOperator.with(running, ['owner']);
      expect((await owner.get('/api/v1/users', { 'enterprise-id': '~operators' })).status).toBe(404);
      const scopes = ['users:read', 'enterprises:read'];
      const administrator = await portalOf(running, { scopes, administrator: true });
      const named = await administrator.get('/v1/users', { 'enterprise-id': '~operators' });
      expect(named.status).toBe(404);
      const { body } = await administrator.get('/v1/enterprises');
      expect(JSON.stringify(body)).not.toContain('~operators');
    });

    it('may be named in the query of what cannot send headers', async () => {
      const operator = await TestOperator.with(running, ['support']);
      const answer = await operator.get('/api/v1/users?_data=test&limit=1');
      expect([answer.status, answer.headers.get('countersign-mode')]).toEqual([200, 'test']);
    });
  });

  describe('A preview of a branding that is not saved', () => {
    const look = (name: string, color = '#7a1fa2') =>
      `?${new URLSearchParams({ name, color, logoUri: 'https://bank.example/logo.svg', _data: 'live' }).toString()}`;

    it.each(['signIn', 'mail', 'phone'])(
      'is a page of the service that only the console may frame, and that can do nothing: %s',
      async (part) => {
        const owner = await TestOperator.with(running, ['owner']);
        const { status, text, headers } = await owner.get(`/api/v1/previews/${part}${look('Øst <script> Bank')}`);
        expect([status, headers.get('x-frame-options')]).toEqual([200, 'SAMEORIGIN']);
        expect(text.includes('Øst &#60;script&#62; Bank')).toBe(true);
        const policy = headers.get('content-security-policy') ?? '';
        expect(policy).toMatch(/^default-src 'none'.*frame-ancestors 'self';.*form-action 'none'.*; sandbox$/);
        if (part !== 'mail') {
          expect(text.includes('--brand: #7a1fa2')).toBe(true);
          expect(policy).toContain('img-src data: https://bank.example');
        }
        expect((await owner.get('/api/v1/enterprises/default')).body.branding).toEqual({});
      },
    );

    it('is refused with half a colour, and to those who may not see enterprises', async () => {
      const [owner, support] = [
        await TestOperator.with(running, ['owner']),
        await TestOperator.with(running, ['support']),
      ];
      expect((await owner.get(`/api/v1/previews/signIn${look('Bank', '#7a1')}`)).status).toBe(422);
      expect((await support.get(`/api/v1/previews/signIn${look('Bank')}`)).status).toBe(403);
    });
  });

  it('is known as an operator to the audit log, by name', async () => {
    const owner = await TestOperator.with(running, ['owner', 'security']);
    await owner.call('PATCH', '/api/v1/enterprises/default', { name: 'Default' });
    const { body } = await owner.get('/api/v1/auditEvents?limit=5&kind=users.enterprise-changed');
    expect(JSON.stringify(body)).toContain('"kind":"operator"');
  });
});
