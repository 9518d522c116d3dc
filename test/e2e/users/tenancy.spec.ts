import { UserDirectory, type UserRef } from '../../../src/users/contract/index.js';
import { newId, Tenant } from '../../../src/shared/kernel/index.js';
import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import { WebhookDeliveryRepository } from '../../../src/webhooks/deliveries/webhook-delivery.repository.js';
import { WebhookEndpoint } from '../../../src/webhooks/endpoints/webhook-endpoint.entity.js';
import { WebhookSecrets } from '../../../src/webhooks/endpoints/webhook-secrets.service.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { activeUser, registerDevice } from '../../support/devices.js';
import { newUser } from '../../support/someone.js';
import { clientRow, portalOf, type Portal } from '../../support/tokens.js';

const LIVE = Tenant.of('default', false);

let running: TestApplication;
let owner: Portal;

const scopes = [
  ...[
    'users:read',
    'users:write',
    'users:remove',
    'clients:read',
    'clients:write',
    'enterprises:read',
    'enterprises:write',
  ],
  ...['webhooks:read', 'webhooks:write', 'idv:read', 'idv:write', 'ssf.manage'],
  ...['notifications:read', 'notifications:write', 'audit:read'],
];

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
  'patch /v1/webhookEndpoints/{endpointId}': { eventTypes: [] },
  'post /v1/webhookEndpoints/{endpointId}/rotateSecret': {},
  'post /v1/webhookEndpoints/{endpointId}/replayFailed': { since: '2026-01-01T00:00:00Z' },
  'patch /v1/apis/{id}': { name: 'Mallory' },
  'patch /v1/authorizationDetailTypes/{type}': { texts: [{ lng: 'en', subject: '{a}', message: 'N' }] },
  'put /v1/notificationTemplates/{templateId}': { variables: [], body: [{ lng: 'en', subject: 'S', message: 'M' }] },
  'post /v1/notificationTemplates/{templateId}/preview': { values: {} },
  'post /v1/ssf/streams/{stream_id}/events': { returnImmediately: true },
};

/**
 * Not of a tenant, and what has a test of its own: `test/e2e/idv/reviews.spec.ts`,
 * `test/e2e/auth/pages-account-lists.spec.ts`, `test/e2e/system.spec.ts`, and `management`, `figures` and `four-eyes` beside
 * their files in `src`.
 */
const ELSEWHERE =
  /^\/v1\/(?:enterprises|events|figures|fourEyes|jobs|operators|idvReviews|idvSessions|users\/\{userId\}\/(?:loginSessions|passkeys|applications)\/)/;

/** What must be so before the owner may call a route. */
const FIRST: Readonly<Record<string, (things: Things) => Promise<unknown>>> = {
  'post /v1/users/{userId}/activationCode': ({ userId }) =>
    owner.put(`/v1/users/${userId}/status`, { status: 'RESET' }),
  'get /v1/authorizationDetailTypes/{type}': () => detailType(),
  'patch /v1/authorizationDetailTypes/{type}': () => detailType(),
  'delete /v1/authorizationDetailTypes/{type}': () => detailType(),
  'post /v1/webhookEndpoints/{endpointId}/deliveries/{deliveryId}/tryNow': ({ deliveryId }) =>
    running.app
      .get(Database)
      .rows(`UPDATE shared.webhook_delivery SET status = 'waiting' WHERE delivery_id = $1`, [deliveryId]),
  'delete /v1/users/{userId}/totp': ({ userId }) =>
    running.app
      .get(Database)
      .rows(`INSERT INTO auth.totp SELECT sub, '', 0, now(), now() FROM users."user" WHERE user_id = $1`, [userId]),
  'delete /v1/users/{userId}/factorRecovery': async ({ userId }) => {
    const ref = (await running.app.get(UserDirectory).findByLogin(Tenant.of('default', false), userId ?? ''))?.ref;
    if (!ref) return;
    const { target } = running.app.get(Database).dataSource.getMetadata('FactorRecovery');
    const [entity, now] = [target as new () => object, new Date()];
    const row = { id: newId(), sub: ref.sub, enterpriseId: 'default', test: false, state: 'CHECKING', origin: {} };
    const browser = { checkId: newId(), clientId: 'a-client', browserHash: '-', notificationUuid: null };
    const times = { startedAt: now, readyAt: null, endsAt: new Date(now.getTime() + 3_600_000) };
    await running.app
      .get(UnitOfWork)
      .run((tx) => tx.add(Object.assign(new entity(), { ...row, ...browser, ...times })));
  },
  'delete /v1/users/{userId}/recoveryCodes': ({ userId }) =>
    running.app
      .get(Database)
      .rows(`INSERT INTO auth.recovery_code SELECT sub::text, sub, now() FROM users."user" WHERE user_id = $1`, [
        userId,
      ]),
};

/** One that is there already stays. */
const detailType = () =>
  owner.post('/v1/authorizationDetailTypes', {
    type: 'owned',
    schema: { type: 'object', properties: { a: { type: 'string' } } },
    texts: [{ lng: 'en', subject: '{a}', message: 'M' }],
  });

/** Named after the newest user. One that is there already stays. */
async function ownedApi(): Promise<string> {
  const scopes = [{ name: `owned.${made}`, audience: 'service', description: { en: 'Owned' } }];
  const { body } = await owner.post('/v1/apis', { name: 'Owned', resource: `https://owned-${made}.example`, scopes });
  return body.id;
}

/** Things of the owner, by the name of the path's parameter. */
type Things = Readonly<Record<string, string>>;
let made = 0;

/** The kinds of things that a path may name, and how one is made for a user. */
const MAKERS: Readonly<Record<string, (user: UserRef) => Promise<Things>>> = {
  userId: async ({ userId }) => {
    await owner.patch(`/v1/users/${userId}`, { emailId: 'owned@example.com' });
    return { userId };
  },
  deviceId: async ({ sub }) => ({ deviceId: (await registerDevice(running, sub)).deviceId }),
  clientId: async () => ({ clientId: (await clientRow(running, { scopes: [] })).clientId }),
  type: async () => ({ type: 'owned' }),
  api: async () => ({ api: await ownedApi() }),
  initial: async () => {
    await ownedApi();
    const token = { name: 'Owned', grantTypes: ['client_credentials'], scopes: [], apiScopes: [`owned.${made}`] };
    return { initial: (await owner.post('/v1/initialAccessTokens', token)).body.id };
  },
  id: async () => ({ id: (await owner.get('/v1/auditEvents?limit=1')).body.auditEvents[0].id }),
  exportId: async () => ({ exportId: (await owner.post('/v1/userExports', { format: 'csv' })).body.exportId }),
  actionId: async ({ userId }) => {
    const { body } = await owner.post('/v1/userActions', { action: 'UNPAUSE', userIds: [userId] });
    return { actionId: body.actionId };
  },
  stream_id: async () => {
    await owner.post('/v1/ssf/streams', {});
    return { stream_id: (await owner.get('/v1/ssf/streams')).body[0].stream_id };
  },
  web_session_id: async ({ userId }) => {
    const { body } = await owner.post('/v1/idvWebTokens', { userId, redirectUrl: 'https://bank.test/' });
    return { web_session_id: body.web_session_id };
  },
  notificationUuid: async ({ userId }) => {
    const actions = [{ label: 'Yes', action: 'accept', authlevel: 0 }];
    const question = { user_id: userId, msg_id: newId(), expires_in: 600, body: TEXTS, actions, ds_required: false };
    return { notificationUuid: (await owner.post('/v1/notifications', question)).body.notification_uuid };
  },
  templateId: async () => {
    const templateId = `t${made}`;
    await owner.post('/v1/notificationTemplates', { template_id: templateId, variables: [], body: TEXTS });
    return { templateId };
  },
  endpointId: () => webhookThings(),
  deliveryId: async () => ({}), // with its endpoint
};
const TEXTS = [{ lng: 'en', subject: 'S', message: 'M' }];

/** One thing of each of these kinds. */
async function things(kinds: readonly string[]): Promise<Things> {
  const user = await activeUser(running, `owned${++made}`);
  const all: Things[] = [];
  for (const kind of kinds) all.push((await MAKERS[kind]?.(user)) ?? {});
  return Object.assign({}, ...all) as Things;
}

/** An endpoint with a delivery that was settled, so that it may be replayed. */
async function webhookThings(): Promise<Things> {
  const endpoint = WebhookEndpoint.register(
    LIVE,
    { url: 'https://bank.test/', eventTypes: [], enabled: true },
    new Date(),
  );
  running.app.get(WebhookSecrets).begin(endpoint);
  const { endpointId } = endpoint;
  const deliveryId = await running.app.get(UnitOfWork).run(async (tx) => {
    await tx.add(endpoint);
    const content = { body: '{}' };
    const settled = { endpointId, eventId: newId(), type: 'testing.settled', content };
    const id = running.app.get(WebhookDeliveryRepository).add(tx, LIVE, settled);
    tx.send(`UPDATE shared.webhook_delivery SET status = 'delivered' WHERE delivery_id = $1`, [id]);
    tx.pending.jobs.splice(0); // a try that is made meanwhile would be the newest, and no other follows it at once
    return id;
  });
  return { endpointId, deliveryId };
}

const PARAMETER = /\{(\w+)\}/g;

/** The kind of thing that a parameter of a path names. */
const kindOf = (path: string, name: string): string =>
  path.startsWith('/v1/apis/') ? 'api' : path.startsWith('/v1/initialAccess') ? 'initial' : name;

const kindsIn = (path: string): string[] => [...path.matchAll(PARAMETER)].map(([, name = '']) => kindOf(path, name));

/** A parameter that no thing is made for must not go out as it stands: nothing is found there, whoever asks. */
const targetOf = (path: string, named: Things): string =>
  path.replace(PARAMETER, (_all, name: string) => {
    const id = named[kindOf(path, name)];
    if (id === undefined) throw new Error(`${path}: the test makes nothing for {${name}}`);
    return id;
  });

async function call(portal: Portal, method: string, path: string, named: Things): Promise<number> {
  const target = targetOf(path, named);
  const body = BODIES[`${method} ${path}`];
  const verb = method as 'get' | 'post';
  return (await (verb === 'get' ? portal.get(target) : portal[verb](target, body))).status;
}

const madeBy =
  ({ clientId }: Portal) =>
  ({ createdBy }: { createdBy: string }) =>
    createdBy === clientId;

describe('Tenancy', () => {
  beforeAll(async () => {
    running = await startTestApplication({ env: { CLIENT_REGISTRATION: 'true' } });
    owner = await portalOf(running, { scopes });
    const administrator = await portalOf(running, { scopes, administrator: true });
    await administrator.post('/v1/enterprises', { enterpriseId: 'rival', name: 'Rival' });
    expect((await owner.post('/v1/users', newUser('jane', { emailId: 'jane@example.com' }))).status).toBe(201);
  });
  afterAll(() => running.close());

  describe.each([
    ['of another enterprise', { enterpriseId: 'rival' }],
    ['of the same enterprise, for test data', { test: true }],
  ])('A token %s', (_name, whose) => {
    it('finds nothing on any route where its owner does, and changes nothing', async () => {
      const stranger = await portalOf(running, { scopes, ...whose });
      const routes = (await routesWithParameters()).filter(({ path }) => !ELSEWHERE.test(path));
      expect(routes.length).toBeGreaterThan(8);
      const untouched = await things(Object.keys(MAKERS));
      const seen = async () => {
        const paths = ['/v1/users/{userId}', '/v1/users/{userId}/devices/{deviceId}', '/v1/clients/{clientId}'];
        return Promise.all(paths.map(async (path) => (await owner.get(targetOf(path, untouched))).body));
      };
      const before = await seen();
      for (const { method, path } of routes) {
        const own = await things(kindsIn(path));
        await FIRST[`${method} ${path}`]?.(own);
        const [forOwner, forStranger] = [
          await call(owner, method, path, own),
          await call(stranger, method, path, untouched),
        ];
        const found = forOwner >= 200 && forOwner < 300;
        expect({ method, path, found, forStranger }).toEqual({ method, path, found: true, forStranger: 404 });
      }
      expect((await stranger.get('/v1/users')).body.users.filter(madeBy(owner))).toEqual([]);
      expect((await stranger.get('/v1/users?q=owned')).body.users).toEqual([]);
      expect(await seen()).toEqual(before);
    });

    it('may use the same user id for a user of its own', async () => {
      const stranger = await portalOf(running, { scopes, ...whose });
      expect((await stranger.post('/v1/users', newUser('jane'))).status).toBe(201);
      expect((await stranger.get('/v1/users/jane')).body.emailId).toBeNull();
      expect((await owner.get('/v1/users?q=jane')).body.users).toHaveLength(1);
    });
  });

  it('every answer says whether it is about test or live', async () => {
    const modes = await Promise.all(
      [true, false].map(async (test) => {
        const { headers } = await (await portalOf(running, { scopes, test })).get('/v1/users?q=jane');
        return headers.get('countersign-mode');
      }),
    );
    expect(modes).toEqual(['test', 'live']);
  });

  it('an administrator acts for the enterprise that it names; nobody else may name one', async () => {
    const administrator = await portalOf(running, { scopes, administrator: true });
    await administrator.post('/v1/users', newUser('kim'), { 'enterprise-id': 'rival' });
    expect((await administrator.get('/v1/users/kim', { 'enterprise-id': 'rival' })).status).toBe(200);
    expect((await administrator.get('/v1/users/kim')).status).toBe(404);
    expect((await administrator.get('/v1/users/kim', { 'enterprise-id': 'nowhere' })).status).toBe(404);
    expect((await owner.get('/v1/users/jane', { 'enterprise-id': 'default' })).status).toBe(403);
  });
});
