import { generateKeyPairSync, randomUUID } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import {
  contentDigest,
  type CreateNotification,
  ManagementClient,
  type ManagementClientOptions,
  verifyEvidence,
  webhookMiddleware,
  type WebhookEvent,
} from '../../../clients/node/src/index.js';
import { routes } from '../../../clients/node/src/generated/operations.js';
import { Tenant } from '../../../src/shared/kernel/index.js';
import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import { UserList } from '../../../src/users/user-list/user-list.service.js';
import { UserRepository } from '../../../src/users/user/user.repository.js';
import { startDocumented } from '../../support/documented.js';
import { FaultyLine } from '../../support/faulty-line.js';
import { IdvVisitor } from '../../support/idv-visitor.js';
import { newNotification } from '../../support/notifications.js';
import { Phone } from '../../support/phone.js';
import { freePorts } from '../../support/program.js';
import { callApi, portalOf, type Portal } from '../../support/tokens.js';
import { signed } from '../../support/signed-answer.js';
import { shared, until } from './shared.js';

const SCOPES = ['users', 'idv', 'notifications', 'webhooks', 'clients'].flatMap((what) => [
  `${what}:read`,
  `${what}:write`,
]);
const TEST = Tenant.of('default', true);

/** The server of an enterprise that tests: it owns clients, and is told by webhooks. */
describe('The client for enterprise servers', () => {
  let owner: Portal;
  let line: FaultyLine;
  let client: ManagementClient;
  const servers: Server[] = [];

  beforeAll(async () => {
    owner = await portalOf(shared.running, { scopes: SCOPES, test: true });
    line = await FaultyLine.to(shared.running.url('management'));
    client = await clientOf();
  });
  beforeEach(() => void (line.requests.length = 0));
  afterAll(async () => {
    for (const server of servers) server.close().closeAllConnections();
    await line.close();
  });

  /** The public address of the authorization server is another than the one that a test has to call. */
  const fetchHere = (url: string, init: RequestInit) =>
    fetch(url.replace(shared.running.config.authUrl, shared.running.url('auth')), init);

  async function clientOf(
    profile: object = {},
    { credentials, ...options }: Partial<ManagementClientOptions> & { credentials?: object } = {},
  ): Promise<ManagementClient> {
    const asked = { clientName: 'Portal', grantTypes: ['client_credentials'], scopes: SCOPES, ...profile };
    const { clientId, clientSecret } = (await owner.post('/v1/clients', asked)).body;
    return new ManagementClient({
      ...{ issuer: `${shared.running.config.authUrl}/service/authserver`, apiUrl: line.url, fetch: fetchHere },
      ...{ clientId, ...(credentials ?? { clientSecret }) },
      ...options,
    } as ManagementClientOptions);
  }

  /** A server that receives webhooks by the middleware. Its secrets may be changed, as by a restart with others. */
  async function receiver() {
    const events: WebhookEvent[] = [];
    const callbacks: any[] = [];
    const errors: any[] = [];
    const using = { secrets: [`whsec_${randomUUID()}`], now: Date.now };
    const make = () =>
      webhookMiddleware({
        ...using,
        onEvent: (event) => events.push(event),
        onCallback: (notification) => callbacks.push(notification),
        onError: (error) => errors.push(error),
      });
    const server = createServer((request, response) => void make()(request, response)).listen(0, '127.0.0.1');
    servers.push(server);
    await new Promise((resolve) => server.once('listening', resolve));
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hooks`;
    return { events, callbacks, errors, using, url };
  }

  const enrolled = () => client.users.create({ userId: `n-${randomUUID().slice(0, 8)}`, primaryGroup: 'retail' });

  async function activated(userId: string): Promise<Phone> {
    const { app } = shared.running;
    const ref = await app.get(UnitOfWork).run(async (tx) => {
      const user = await app.get(UserRepository).lock(tx, TEST, userId);
      user!.activate(true, new Date());
      await tx.save(user!);
      return user!.ref;
    });
    return (await Phone.of(shared.running, ref)).registered();
  }

  it('takes a user from enrolment by a verification to a signed answer, of which the webhooks tell', async () => {
    const { url, events, callbacks, errors, using } = await receiver();
    const endpoint = await client.webhookEndpoints.create({
      url,
      eventTypes: ['user.status_changed', 'idv.finished', 'notification.closed'],
    });
    using.secrets = [endpoint.secret];

    const userId = `n-${randomUUID().slice(0, 8)}`;
    await expect(client.users.get(userId)).rejects.toMatchObject({ code: 'users/not-found', status: 404 });
    await client.users.create({ userId, primaryGroup: 'retail', preferredStatus: 'ONBOARDING' });
    const refused = client.users.changeStatus(userId, { status: 'CREATED' });
    await expect(refused).rejects.toMatchObject({ code: 'users/status-refused', problem: { from: 'ONBOARDING' } });
    const session = await client.idvWebTokens.create({
      userId,
      redirectUrl: 'https://portal.example/back',
      payload: { simulate: 'VERIFIED' },
    });
    await (await IdvVisitor.start(shared.running, session.web_session_id)).simulate();
    expect(await client.idvWebTokens.get(session.web_session_id)).toMatchObject({ status: 'VERIFIED', userId });
    expect(await client.users.changeStatus(userId, { status: 'CREATED' })).toMatchObject({ status: 'CREATED' });

    const phone = await activated(userId);
    const question = newNotification(userId, { ds_required: true, callback_url: url }) as CreateNotification;
    const created = await client.notifications.create(question);
    expect(created.content_digest).toBe(contentDigest(question));
    const uuid = created.notification_uuid;
    const signature = await signed(phone, uuid, 'accept');
    await phone.byHttp('UpdateNotification', { notificationID: uuid, response: 'accept', signature });
    const told = (): string[] =>
      events.map((event) => (event.type === 'user.status_changed' ? event.data.status : event.type));
    const expected = ['CREATED', 'idv.finished', 'notification.closed'];
    await until(() => callbacks.length > 0 && expected.every((one) => told().includes(one)));

    const keys = (await callApi(shared.running, 'auth', 'GET', '/.well-known/evidence-keys.json')).body;
    const [{ evidence }] = callbacks;
    const facts = { response: 'accept', notificationUuid: uuid, userId, deviceId: phone.deviceId };
    expect(await verifyEvidence(evidence, keys)).toMatchObject({ valid: true, facts });
    expect(await verifyEvidence((await client.notifications.get(uuid)).evidence!, keys)).toMatchObject({ valid: true });
    const another = { ...evidence, device: { ...evidence.device, user_id: 'somebody' } };
    expect(await verifyEvidence(another, keys)).toMatchObject({ valid: false });
    expect(await verifyEvidence('['.repeat(100_000), keys)).toMatchObject({ valid: false });
    const twice = JSON.stringify(evidence).replace('"content":', '"content":{"actions":[],"body":[]},"content":');
    expect(await verifyEvidence(twice, keys)).toMatchObject({ valid: false, problems: [{ code: 'namesRepeated' }] });
    expect(errors).toEqual([]);
    await client.webhookEndpoints.delete(endpoint.endpointId);
  });

  it('knows every operation that the service serves, and no other', async () => {
    const { paths } = (await callApi(shared.running, 'management', 'GET', '/openapi.json')).body;
    const forClients = Object.entries<object>(paths).filter(([path]) => !/^\/v1\/(?:me|fourEyes)\b/.test(path));
    const served = forClients.flatMap(([path, item]) =>
      Object.entries(item).map(([method, { operationId }]) => [operationId, [method.toUpperCase(), path]]),
    );
    expect(routes).toEqual(Object.fromEntries(served));
  });

  it('has one effect when the answer to a POST gets lost, and when the service is busy', async () => {
    const userId = `n-${randomUUID().slice(0, 8)}`;
    line.faults = ['lost-answer', 'busy'];
    expect(await client.users.create({ userId, primaryGroup: 'retail' })).toMatchObject({ userId, status: 'CREATED' });
    expect(line.requests).toHaveLength(3);
    expect(new Set(line.requests.map(({ key }) => key)).size).toBe(1);
    expect(await client.users.get(userId)).toMatchObject({ userId });
  });

  it('shows a secret once: when that answer gets lost, it says so', async () => {
    const { url } = await receiver();
    line.faults = ['lost-answer'];
    const made = client.webhookEndpoints.create({ url, eventTypes: [] });
    const error = await made.catch((thrown: unknown) => thrown as any);
    expect(error).toMatchObject({ name: 'SecretWithheldError', answer: { url } });
    const endpoints = await client.webhookEndpoints.list().toArray({ most: 100 });
    expect(endpoints.filter((endpoint) => endpoint.url === url)).toHaveLength(1);
    const { secret } = await client.webhookEndpoints.rotateSecret(error.answer.endpointId, { overlapSeconds: 0 });
    expect(secret).toMatch(/^whsec_/);
    line.faults = ['lost-answer'];
    await client.webhookEndpoints.delete(error.answer.endpointId);
    await expect(client.webhookEndpoints.get(error.answer.endpointId)).rejects.toMatchObject({ status: 404 });
  });

  it('reads lists to their end', async () => {
    const group = `g-${randomUUID().slice(0, 8)}`;
    const users = Array.from({ length: 7 }, (_, index) => ({ userId: `${group}-${index}`, primaryGroup: group }));
    const { results } = await client.userBatches.enrol(users);
    expect(results).toHaveLength(7);
    const found: string[] = [];
    for await (const { userId } of client.users.list({ group, limit: 3 })) found.push(userId);
    expect(found).toEqual(users.map(({ userId }) => userId));
    expect(line.requests.filter(({ method }) => method === 'GET')).toHaveLength(3);
  });

  it('is told which fields are wrong', async () => {
    const wrong = client.users.create({ userId: 'a b', primaryGroup: '' });
    await expect(wrong).rejects.toMatchObject({ code: 'kernel/invalid-arguments', status: 422 });
    const { faults } = await wrong.catch((error: unknown) => error as any);
    expect(faults.map(({ pointer }: any) => pointer)).toEqual(['/userId', '/primaryGroup']);
  });

  it('gets a new token when its own was revoked', async () => {
    const tokens: string[] = [];
    const mine = await clientOf(
      {},
      {
        fetch: (url, init) => {
          tokens.push(new Headers(init.headers).get('authorization') ?? '');
          return fetchHere(url, init);
        },
      },
    );
    const { userId } = await enrolled();
    await mine.users.get(userId);
    const [basic, bearer] = [tokens.find((value) => value.startsWith('Basic'))!, tokens.at(-1)!];
    const revoked = await fetch(shared.running.url('auth', '/service/authserver/oauth/revoke'), {
      method: 'POST',
      headers: { authorization: basic },
      body: new URLSearchParams({ token: bearer.slice('Bearer '.length) }),
    });
    expect(revoked.status).toBe(200);
    await until(async () => {
      expect(await mine.users.get(userId)).toMatchObject({ userId });
      return tokens.at(-1) !== bearer;
    });
  });

  it('may have a key in place of a secret, on a machine whose clock is ten minutes off', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const jwks = { keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'first' }] };
    const clock = {
      now: () => Date.now() - 600_000,
      elapsed: () => performance.now(),
      after: (ms: number, then: () => void) => {
        const timer = setTimeout(then, ms);
        return () => clearTimeout(timer);
      },
    };
    const credentials = { privateKey: { key: privateKey, kid: 'first' } };
    const mine = await clientOf({ authMethod: 'private_key_jwt', jwks }, { credentials, clock });
    expect(await mine.users.list({ limit: 1 }).page()).toMatchObject({ items: expect.any(Array) });
  });

  it('tells of a wrong secret, and of a scope that the client does not hold', async () => {
    const wrong = await clientOf({}, { credentials: { clientSecret: 'wrong' } });
    await expect(wrong.users.get('a')).rejects.toMatchObject({ name: 'TokenError', error: 'invalid_client' });
    const narrow = await clientOf({ scopes: ['users:read'] });
    const users = narrow.users.create({ userId: 'a', primaryGroup: 'retail' });
    await expect(users).rejects.toMatchObject({ code: 'kernel/insufficient-scope', status: 403 });
  });

  it('asks and learns the answer, by the program of the guide', async () => {
    const base = `http://127.0.0.1:${(await freePorts())['OPS_PORT']}`;
    const endpoint = await client.webhookEndpoints.create({ url: `${base}/`, eventTypes: [] });
    const made = await owner.post('/v1/clients', {
      ...{ clientName: 'Payments', grantTypes: ['client_credentials'] },
      ...{ scopes: ['notifications:read', 'notifications:write'] },
    });
    const { running } = shared;
    const { authUrl } = running.config;
    const here = `const { fetch } = globalThis;
      globalThis.fetch = (url, init) => fetch(url.replace('${authUrl}', '${running.url('auth')}'), init);`;
    const program = await startDocumented(
      'integrators/node-client.md',
      `${base}/`,
      {
        ISSUER: `${authUrl}/service/authserver`,
        API_URL: running.url('management'),
        CLIENT_ID: made.body.clientId,
        CLIENT_SECRET: made.body.clientSecret,
        WEBHOOK_SECRET: endpoint.secret,
        PUBLIC_URL: base,
        NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(here)}`,
      },
      'An example server',
    );
    try {
      const { userId } = await enrolled();
      const phone = await activated(userId);
      expect(await (await fetch(`${base}/pay?user=nobody`)).text()).toBe('users/not-found');
      expect(await (await fetch(`${base}/pay?user=${userId}`)).text()).toBe('ACTIVE');
      const { items } = await client.notifications.list({ user_id: userId }).page();
      const notificationID = items[0]!.notification_uuid;
      await phone.byHttp('UpdateNotification', { notificationID, response: 'accept' });
      await until(() => program.printed() === `${userId} UPDATED accept\n`);
    } finally {
      await program.end();
    }
  });

  describe('A receiver of webhooks', () => {
    const settled = async (endpointId: string) =>
      (await client.webhookDeliveries.list(endpointId).toArray({ most: 10 })).map(({ attempts }) => attempts.at(-1));

    it('goes on while the secret is replaced, and refuses the old one afterwards', async () => {
      const { url, events, errors, using } = await receiver();
      const { endpointId, secret: old } = await client.webhookEndpoints.create({
        url,
        eventTypes: ['user.status_changed'],
      });
      const { secret } = await client.webhookEndpoints.rotateSecret(endpointId, { overlapSeconds: 600 });
      const { userId } = await enrolled();
      const block = async (status: 'BLOCKED' | 'UNBLOCK') => client.users.changeStatus(userId, { status });
      for (const [index, secrets] of [[old], [old, secret], [secret]].entries()) {
        using.secrets = secrets;
        await block(index % 2 === 0 ? 'BLOCKED' : 'UNBLOCK');
        await until(() => events.length === index + 1);
      }
      await client.webhookEndpoints.rotateSecret(endpointId, { overlapSeconds: 0 });
      await block('UNBLOCK');
      await until(() => errors.length > 0);
      expect(errors[0]).toMatchObject({ reason: 'signature' });
      await until(async () => (await settled(endpointId)).some((attempt) => attempt?.status === 401));
      await client.webhookEndpoints.delete(endpointId);
    });

    it('refuses all when its clock is ten minutes off, and says that', async () => {
      const { url, errors, using } = await receiver();
      const { endpointId, secret } = await client.webhookEndpoints.create({ url, eventTypes: [] });
      Object.assign(using, { secrets: [secret], now: () => Date.now() + 600_000 });
      await client.webhookDeliveries.test(endpointId);
      await until(() => errors.length > 0);
      expect(errors[0]).toMatchObject({
        reason: 'timestamp',
        message: expect.stringMatching(/^Made (?:599|60\d) s ago/),
      });
      await client.webhookEndpoints.delete(endpointId);
    });

    it('takes a message that comes twice once, and no large one', async () => {
      const { url, events, using } = await receiver();
      const secret = `whsec_${Buffer.from(randomUUID()).toString('base64')}`;
      using.secrets = [secret];
      const seen = webhookMiddleware({ secrets: secret, maxBytes: 1_000, onEvent: (event) => events.push(event) });
      const server = createServer((request, response) => void seen(request, response)).listen(0, '127.0.0.1');
      servers.push(server);
      await new Promise((resolve) => server.once('listening', resolve));
      const here = `http://127.0.0.1:${(server.address() as AddressInfo).port}${new URL(url).pathname}`;
      const send = async (body: string) => {
        const at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
        const signature = new Webhook(secret).sign('m-1', at, body);
        const headers = {
          'webhook-id': 'm-1',
          'webhook-timestamp': String(at.getTime() / 1_000),
          'webhook-signature': signature,
        };
        return (await fetch(here, { method: 'POST', body, headers })).status;
      };
      const body = JSON.stringify({ type: 'idv.finished', timestamp: 'x', data: {} });
      expect(await Promise.all([send(body), send(body), send(body)])).toEqual([204, 204, 204]);
      expect(await send('x'.repeat(2_000))).toBe(413);
      expect(events).toHaveLength(1);
    });
  });

  describe('Lists as one stream', () => {
    const ids: string[] = [];
    beforeAll(async () => {
      const group = `stream-${randomUUID()}`;
      for (let at = 0; at < 3; at++) {
        const { userId } = await client.users.create({ userId: randomUUID(), primaryGroup: group });
        ids.push(userId);
      }
      // As many rows as several reads of the service have.
      const copy = `INSERT INTO users."user" SELECT (jsonb_populate_record(u, jsonb_build_object(
          'sub', gen_random_uuid(), 'user_id', $1 || '-' || i))).*
        FROM users."user" u, generate_series(1, 1200) i WHERE u.user_id = $1`;
      await shared.running.app.get(Database).rows(copy, [ids[0]]);
      stream = { group };
    });
    let stream: { group: string };
    async function begin(rows: AsyncIterable<unknown>): Promise<void> {
      const reading = rows[Symbol.asyncIterator]();
      await reading.next();
      await reading.return?.();
    }
    const service = () => shared.running.app.get(UserList);

    it('have every row once, as objects and as CSV', async () => {
      const found: string[] = [];
      for await (const { userId } of client.users.exportList(stream)) found.push(userId);
      expect([found.length, new Set(found).size]).toEqual([1_203, 1_203]);
      expect(found).toEqual(expect.arrayContaining(ids));
      const csv = await text(await client.users.exportList(stream, { reason: 'a test' }).csv());
      expect(csv.split('\r\n').filter(Boolean)).toHaveLength(1_204);
      expect(line.requests.at(-1)?.path).toContain('/v1/users');
      await begin(client.notifications.exportList());
      await begin(client.idvSessions.exportList());
    });

    it('that are left early give their place back, and so do those that are aborted', async () => {
      for (let time = 0; time < 4; time++) {
        await begin(client.users.exportList(stream));
        const abort = new AbortController();
        const file = await client.users.exportList(stream, { signal: abort.signal }).csv();
        abort.abort(new Error('enough'));
        await expect(text(file)).rejects.toThrow('enough');
        (await client.users.exportList(stream).ndjson()).destroy();
      }
      expect((await client.users.exportList(stream).csv()).destroy().destroyed).toBe(true);
    });

    it('that break off are told, after the rows before', async () => {
      const list = service();
      const page = list.page.bind(list);
      let reads = 0;
      const failing = jest.spyOn(list, 'page').mockImplementation((...given) => {
        reads += 1;
        return reads === 3 ? Promise.reject(new Error('away')) : page(...given);
      });
      const rows: unknown[] = [];
      const reading = (async () => {
        for await (const row of client.users.exportList(stream)) rows.push(row);
      })();
      await expect(reading).rejects.toMatchObject({ name: 'ConnectionError' });
      expect(rows.length).toBeLessThan(1_203);
      reads = 0;
      const file = client.users.exportList(stream).csv().then(text);
      await expect(file).rejects.toMatchObject({ name: 'ConnectionError' });
      failing.mockRestore();
    });

    it('are refused in the words of the service', async () => {
      const wrong = client.users.exportList({ status: 'NONE' as 'ACTIVE' }).csv();
      await expect(wrong).rejects.toMatchObject({ name: 'ProblemError', code: 'kernel/invalid-arguments' });
    });

    it('that were allowed are taken once', async () => {
      const { exportId } = await client.users.allowExport({ format: 'ndjson' }, stream);
      const rows = (await text(await client.users.takeExport(exportId))).trimEnd().split('\n');
      expect(rows).toHaveLength(1_203);
      await expect(client.users.takeExport(exportId)).rejects.toMatchObject({ code: 'users/export-not-found' });
    });
  });
});
