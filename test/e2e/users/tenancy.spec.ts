import { startTestApplication, type TestApplication } from '../../support/application.js';
import { newUser } from '../../support/someone.js';
import { portalOf, type Portal } from '../../support/tokens.js';

let running: TestApplication;
let owner: Portal;

const scopes = ['users:read', 'users:write', 'clients:read', 'clients:write', 'enterprises:read', 'enterprises:write'];

beforeAll(async () => {
  running = await startTestApplication();
  owner = await portalOf(running, { scopes });
  const administrator = await portalOf(running, { scopes, administrator: true });
  await administrator.post('/v1/enterprises', { enterpriseId: 'rival', name: 'Rival' });
  expect((await owner.post('/v1/users', newUser('jane', { emailId: 'jane@example.com' }))).status).toBe(201);
});
afterAll(() => running.close());

/** Every route of the management surface that names one thing of an enterprise, as the application knows them. */
async function routesWithParameters(): Promise<{ method: string; path: string }[]> {
  const { paths } = (await owner.get('/openapi.json')).body as { paths: Record<string, object> };
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((method) => path.includes('{') && ['get', 'put', 'post', 'patch', 'delete'].includes(method))
      .map((method) => ({ method, path })),
  );
}

const BODIES: Readonly<Record<string, object>> = {
  'put /v1/users/{userId}/status': { status: 'BLOCKED' },
  'patch /v1/users/{userId}': { firstName: 'Mallory' },
  'patch /v1/users/{userId}/devices/{deviceId}': { name: 'x' },
  'patch /v1/clients/{clientId}': { clientName: 'x' },
  'post /v1/clients/{clientId}/secrets': { overlapSeconds: 0 },
};

describe.each([
  ['of another enterprise', { enterpriseId: 'rival' }],
  ['of the same enterprise, for test data', { test: true }],
])('A token %s', (_name, whose) => {
  it('finds nothing on any route, and changes nothing', async () => {
    const stranger = await portalOf(running, { scopes, ...whose });
    const before = (await owner.get('/v1/users/jane')).body;
    const routes = (await routesWithParameters()).filter(({ path }) => !path.startsWith('/v1/enterprises'));
    expect(routes.length).toBeGreaterThan(8);
    for (const { method, path } of routes) {
      const target = path
        .replace('{userId}', 'jane')
        .replace('{deviceId}', '01890000-0000-7000-8000-000000000000')
        .replace('{clientId}', owner.clientId);
      const body = BODIES[`${method} ${path}`];
      const call = method as 'get' | 'post';
      const answer = await (call === 'get' ? stranger.get(target) : stranger[call](target, body));
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 404 });
    }
    expect((await stranger.get('/v1/users')).body.users).toEqual([]);
    expect((await stranger.get('/v1/users?q=jane')).body.users).toEqual([]);
    expect((await owner.get('/v1/users/jane')).body).toEqual(before);
  });

  it('may use the same user id for a user of its own', async () => {
    const stranger = await portalOf(running, { scopes, ...whose });
    expect((await stranger.post('/v1/users', newUser('jane'))).status).toBe(201);
    expect((await stranger.get('/v1/users/jane')).body.emailId).toBeNull();
    expect((await owner.get('/v1/users?q=jane')).body.users).toHaveLength(1);
  });
});

it('an administrator acts for the enterprise that it names; nobody else may name one', async () => {
  const administrator = await portalOf(running, { scopes, administrator: true });
  await administrator.post('/v1/users', newUser('kim'), { 'enterprise-id': 'rival' });
  expect((await administrator.get('/v1/users/kim', { 'enterprise-id': 'rival' })).status).toBe(200);
  expect((await administrator.get('/v1/users/kim')).status).toBe(404);
  expect((await administrator.get('/v1/users/kim', { 'enterprise-id': 'nowhere' })).status).toBe(404);
  expect((await owner.get('/v1/users/jane', { 'enterprise-id': 'default' })).status).toBe(403);
});
