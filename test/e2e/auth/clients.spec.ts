import { Database } from '../../../src/shared/persistence/index.js';
import { NotedClientUse } from '../../../src/auth/client/noted-client-use.adapter.js';
import { moveClock } from '../../support/clock.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf, type Answer, type Portal } from '../../support/tokens.js';

const BANK = {
  clientName: 'Online banking',
  grantTypes: ['authorization_code', 'refresh_token'],
  scopes: ['openid', 'profile'],
  redirectUris: ['https://bank.example/callback'],
};
const SERVER = { clientName: 'Core', grantTypes: ['client_credentials'], scopes: ['users:read'] };

let running: TestApplication;
let portal: Portal;

const pointers = ({ body }: { body: any }) => body.errors?.map(({ pointer }: { pointer: string }) => pointer);

async function granted({ clientId, clientSecret }: { clientId: string; clientSecret: string }): Promise<number> {
  const { status } = await fetch(running.url('auth', '/service/authserver/oauth/token'), {
    method: 'POST',
    headers: { authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  return status;
}

describe('Clients', () => {
  beforeAll(async () => {
    running = await sharedApplication();
    await running.app.get(Database).rows(
      `INSERT INTO users.enterprise SELECT id, 'Other', branding, retention_days, NULL, NULL, now(), now()
         FROM users.enterprise, unnest(ARRAY['other', 'narrow']) AS id WHERE enterprise_id = 'default'`,
    );
    portal = await portalOf(running, {
      scopes: ['clients:read', 'clients:write', 'users:read', 'openid', 'profile'],
    });
  });

  describe('Clients', () => {
    it('are made with a secret that is shown once and kept as a hash', async () => {
      const made = await portal.post('/v1/clients', SERVER);
      expect(made.status).toBe(201);
      expect(made.body).toMatchObject({ ...SERVER, enterpriseId: 'default', test: false, administrator: false });
      expect(made.body.clientSecret).toMatch(/^[\w-]{43}$/);
      const read = await portal.get(`/v1/clients/${made.body.clientId}`);
      expect(read.body).toEqual({ ...made.body, clientSecret: undefined });
      const kept = await running.app.get(Database).rows('SELECT secrets::text FROM auth.client');
      expect(JSON.stringify(kept)).not.toContain(made.body.clientSecret);
    });

    it('show their secret to the first request only, and a repeat with its key says that it is withheld', async () => {
      const send = () => portal.post('/v1/clients', SERVER, { 'idempotency-key': 'client-1' });
      const [{ body: first }, { body: again }] = [await send(), await send()];
      const { clientSecret, ...shown } = first;
      expect(again).toEqual({ ...shown, secretWithheld: true });
      const rotate = () =>
        portal.post(`/v1/clients/${first.clientId}/secrets`, { overlapSeconds: 0 }, { 'idempotency-key': 's-1' });
      const [rotated, repeated] = [await rotate(), await rotate()];
      expect(rotated.body.clientSecret).not.toBe(clientSecret);
      expect(repeated.body).toMatchObject({ secretWithheld: true });
      expect(repeated.body).not.toHaveProperty('clientSecret');
    });

    it('have no secret without a need for one', async () => {
      const made = await portal.post('/v1/clients', { ...BANK, authMethod: 'none' });
      expect(made.status).toBe(201);
      expect(made.body).not.toHaveProperty('clientSecret');
      expect(await portal.post(`/v1/clients/${made.body.clientId}/secrets`, {})).toMatchObject({
        status: 409,
        body: { code: 'clients/no-secret' },
      });
    });

    it('change in what is sent and in nothing else', async () => {
      const { body: made } = await portal.post('/v1/clients', BANK);
      const changed = await portal.patch(`/v1/clients/${made.clientId}`, {
        clientName: 'Bank',
        errorUrl: 'https://bank.example/oops',
      });
      expect(changed.status).toBe(200);
      expect(changed.body).toEqual({
        ...made,
        clientSecret: undefined,
        clientName: 'Bank',
        errorUrl: 'https://bank.example/oops',
        updatedTs: expect.any(Number),
      });
    });

    it.each(['enterpriseId', 'test', 'administrator', 'clientId'])('never change their %s', async (field) => {
      const { body: made } = await portal.post('/v1/clients', SERVER);
      const refused = await portal.patch(`/v1/clients/${made.clientId}`, { [field]: made[field] });
      expect(refused.status).toBe(422);
      expect(pointers(refused)).toEqual([`/${field}`]);
    });

    it('are not made administrators by the API', async () => {
      expect((await portal.post('/v1/clients', { ...SERVER, administrator: true })).status).toBe(422);
    });

    it('are gone when deleted, and their tokens with them', async () => {
      const victim = await portalOf(running, { scopes: ['users:read', 'clients:read'] });
      expect((await victim.get(`/v1/clients/${victim.clientId}`)).status).toBe(200);
      const all = await portalOf(running, { scopes: ['clients:write', 'users:read', 'clients:read'] });
      expect((await all.delete(`/v1/clients/${victim.clientId}`)).status).toBe(204);
      expect((await victim.get(`/v1/clients/${victim.clientId}`)).status).toBe(401);
      expect((await all.get(`/v1/clients/${victim.clientId}`)).status).toBe(404);
    });
  });

  describe('Tokens', () => {
    it('are void when their client loses a scope, and new ones are good', async () => {
      const target = await portalOf(running, { scopes: ['users:read', 'clients:read'] });
      const path = `/v1/clients/${target.clientId}`;
      expect((await target.get(path)).status).toBe(200);
      expect((await portal.patch(path, { clientName: 'Renamed' })).status).toBe(200);
      expect((await target.get(path)).status).toBe(200);
      expect((await portal.patch(path, { scopes: ['clients:read'] })).status).toBe(200);
      expect((await target.get(path)).status).toBe(401);
    });
  });

  describe('A list of clients', () => {
    it('is cut into pages, in the order they were made in, of one enterprise only', async () => {
      const reader = await portalOf(running, { scopes: ['clients:read'], enterpriseId: 'other' });
      for (let i = 0; i < 4; i++) await portalOf(running, { scopes: [], enterpriseId: 'other' });
      const seen: string[] = [];
      for (let next: string | null = ''; next !== null;) {
        const page: Answer = await reader.get(`/v1/clients?limit=2${next && `&cursor=${next}`}`);
        expect(page.status).toBe(200);
        expect(page.body.clients.length).toBeLessThanOrEqual(2);
        expect(JSON.stringify(page.body)).not.toMatch(/clientSecret|digest/);
        seen.push(
          ...page.body.clients.map(
            ({ clientId, enterpriseId }: any) => `${clientId as string} ${enterpriseId as string}`,
          ),
        );
        next = page.body.next;
      }
      const all = await running.app
        .get(Database)
        .rows<{ id: string }>(
          `SELECT client_id || ' other' AS id FROM auth.client WHERE enterprise_id = 'other' ORDER BY client_id`,
        );
      expect(seen).toEqual(all.map(({ id }) => id));
      expect(seen.length).toBeGreaterThanOrEqual(5);
    });

    describe('with a filter', () => {
      let reader: Portal;
      const found = async (query: string) => {
        const { status, body } = await reader.get(`/v1/clients?${query}`);
        expect(status).toBe(200);
        return body.clients.map(({ clientName }: any) => clientName);
      };
      beforeAll(async () => {
        const maker = await portalOf(running, {
          scopes: ['clients:read', 'clients:write', 'users:read', 'idv:read', 'openid', 'profile'],
          enterpriseId: 'narrow',
        });
        reader = maker;
        await maker.post('/v1/clients', { ...SERVER, clientName: 'Core 50%_', scopes: ['idv:read'] });
        await maker.post('/v1/clients', { ...SERVER, clientName: 'core two', authMethod: 'client_secret_post' });
        await maker.post('/v1/clients', { ...BANK, clientName: 'App', authMethod: 'none' });
      });

      it('can be narrowed to what stands in the name, in any case and as it is typed', async () => {
        expect(await found('q=CORE')).toEqual(['Core 50%_', 'core two']);
        expect(await found(`q=${encodeURIComponent('%_')}`)).toEqual(['Core 50%_']);
        expect(await found(`q=${encodeURIComponent("' OR true --")}`)).toEqual([]);
      });

      it('can be narrowed to a client id', async () => {
        expect(await found(`q=${reader.clientId}`)).toHaveLength(1);
      });

      it('can be narrowed by scope, grant type and method, all at once', async () => {
        expect(await found('scope=profile')).toContain('App');
        expect(await found('scope=users:read&q=core')).toEqual(['core two']);
        expect(await found('grantType=refresh_token')).toEqual(['App']);
        expect(await found('authMethod=client_secret_post')).toEqual(['core two']);
        expect(await found('authMethod=none&grantType=client_credentials')).toEqual([]);
      });

      it('has a cursor that goes on in the same list only', async () => {
        const { body } = await reader.get('/v1/clients?q=core&limit=1');
        expect(body.clients).toHaveLength(1);
        const next = await reader.get(`/v1/clients?q=core&limit=1&cursor=${body.next}`);
        expect(next.body).toMatchObject({ clients: [{ clientName: 'core two' }], next: null });
        expect((await reader.get(`/v1/clients?limit=1&cursor=${body.next}`)).status).toBe(422);
      });

      it.each(['scope=everything', 'grantType=password', 'authMethod=mtls', `q=${'x'.repeat(256)}`, 'q=a%00b'])(
        'cannot be narrowed by %s',
        async (query) => {
          expect((await reader.get(`/v1/clients?${query}`)).status).toBe(422);
        },
      );
    });
  });

  describe('A client that is read', () => {
    it('tells the times of its secrets, and not the secrets', async () => {
      const { body: made } = await portal.post('/v1/clients', SERVER);
      expect(made.secrets).toEqual([{ createdTs: made.createdTs, endsTs: null }]);
      await portal.post(`/v1/clients/${made.clientId}/secrets`, { overlapSeconds: 60 });
      const { body: rotated } = await portal.get(`/v1/clients/${made.clientId}`);
      expect(rotated.secrets).toEqual([
        { createdTs: expect.any(Number), endsTs: null },
        { createdTs: made.createdTs, endsTs: Number(rotated.secrets[0].createdTs) + 60_000 },
      ]);
      moveClock(running.app, 61_000);
      const { body: later } = await portal.get(`/v1/clients/${made.clientId}`);
      moveClock(running.app, -61_000);
      expect(later.secrets).toEqual(rotated.secrets.slice(0, 1));
    });

    it('tells who has made it', async () => {
      const { body: made } = await portal.post('/v1/clients', SERVER);
      expect(made.createdBy).toBe(portal.clientId);
    });

    it('tells when it was last used, for a token or a call, written once a minute at most', async () => {
      const lastUsed = async (clientId: string) => {
        await running.app.get(NotedClientUse).write();
        return (await portal.get(`/v1/clients/${clientId}`)).body.lastUsedTs as number | null;
      };
      const { body: unused } = await portal.post('/v1/clients', SERVER);
      expect(await lastUsed(unused.clientId)).toBeNull();
      expect(await granted(unused)).toBe(200);
      expect(await lastUsed(unused.clientId)).toEqual(expect.any(Number));
      const used = await portalOf(running, { scopes: ['users:read', 'clients:read'] });
      await used.get(`/v1/clients/${used.clientId}`);
      const first = await lastUsed(used.clientId);
      await used.get(`/v1/clients/${used.clientId}`);
      expect(await lastUsed(used.clientId)).toBe(first);
      moveClock(running.app, 61_000);
      await used.get(`/v1/clients/${used.clientId}`);
      const second = await lastUsed(used.clientId);
      moveClock(running.app, -61_000);
      expect(second! - first!).toBeGreaterThan(60_000);
    });

    it('tells nothing more of its use once it is removed', async () => {
      const { body: made } = await portal.post('/v1/clients', SERVER);
      running.app.get(NotedClientUse).noteCall({ clientId: made.clientId, enterpriseId: 'default', test: false });
      await portal.delete(`/v1/clients/${made.clientId}`);
      await running.app.get(NotedClientUse).write();
      expect(
        await running.app.get(Database).rows('SELECT FROM auth.client_use WHERE client_id = $1', [made.clientId]),
      ).toEqual([]);
    });
  });

  describe('A client that manages others', () => {
    it('may not grant a scope that it does not hold itself', async () => {
      const refused = await portal.post('/v1/clients', { ...SERVER, scopes: ['users:read', 'audit:read'] });
      expect(refused).toMatchObject({ status: 403, body: { code: 'clients/scope-not-held', scopes: ['audit:read'] } });
      const { body: made } = await portal.post('/v1/clients', SERVER);
      const raised = await portal.patch(`/v1/clients/${made.clientId}`, { scopes: ['users:read', 'users:write'] });
      expect(raised).toMatchObject({ status: 403, body: { code: 'clients/scope-not-held' } });
    });

    it.each(['patch', 'delete', 'secrets'])('may not take over a client that may do more, by %s', async (how) => {
      const mightier = await portalOf(running, { scopes: ['audit:read'] });
      const path = `/v1/clients/${mightier.clientId}`;
      const answer =
        how === 'patch'
          ? await portal.patch(path, { clientName: 'Mine' })
          : how === 'delete'
            ? await portal.delete(path)
            : await portal.post(`${path}/secrets`, {});
      expect(answer).toMatchObject({ status: 403, body: { code: 'clients/scope-not-held' } });
    });

    it('may not touch an administrator', async () => {
      const administrator = await portalOf(running, { scopes: ['users:read'], administrator: true });
      expect(await portal.post(`/v1/clients/${administrator.clientId}/secrets`, {})).toMatchObject({
        status: 403,
        body: { code: 'kernel/forbidden' },
      });
    });

    it('may not see, change or delete a client of another enterprise', async () => {
      const other = await portalOf(running, { scopes: ['users:read'], enterpriseId: 'other' });
      const path = `/v1/clients/${other.clientId}`;
      for (const answer of [
        await portal.get(path),
        await portal.patch(path, { clientName: 'Mine' }),
        await portal.delete(path),
        await portal.post(`${path}/secrets`, {}),
      ]) {
        expect(answer).toMatchObject({ status: 404, body: { code: 'clients/not-found' } });
      }
    });

    it('may make test clients, which never reach back', async () => {
      const { body: made } = await portal.post('/v1/clients', { ...SERVER, test: true });
      expect(made.test).toBe(true);
      const tester = await portalOf(running, { scopes: ['clients:read', 'clients:write', 'users:read'], test: true });
      expect((await tester.get(`/v1/clients/${made.clientId}`)).status).toBe(200);
      expect((await tester.get(`/v1/clients/${portal.clientId}`)).status).toBe(404);
      expect((await tester.post('/v1/clients', { ...SERVER, test: false })).status).toBe(403);
      expect((await tester.post('/v1/clients', SERVER)).body.test).toBe(true);
    });
  });

  describe('An administrator', () => {
    it('acts in the enterprise that it names', async () => {
      const administrator = await portalOf(running, { scopes: ['clients:write', 'users:read'], administrator: true });
      const made = await administrator.post('/v1/clients', SERVER, { 'enterprise-id': 'other' });
      expect(made).toMatchObject({ status: 201, body: { enterpriseId: 'other', administrator: false } });
    });

    it('names an enterprise that there is', async () => {
      const administrator = await portalOf(running, { scopes: ['clients:write'], administrator: true });
      expect((await administrator.post('/v1/clients', SERVER, { 'enterprise-id': 'nowhere' })).status).toBe(404);
    });

    it('is the only one who may name one', async () => {
      const refused = await portal.get(`/v1/clients/${portal.clientId}`, { 'enterprise-id': 'default' });
      expect(refused).toMatchObject({ status: 403, body: { code: 'kernel/forbidden' } });
    });
  });

  describe('What a client says of itself', () => {
    const native = { ...BANK, applicationType: 'native', authMethod: 'none' };
    it.each<[string, object, string[]]>([
      [
        'names plain http for a web application',
        { ...BANK, redirectUris: ['http://bank.example/cb'] },
        ['/redirectUris/0'],
      ],
      [
        'names the loopback for a web application',
        { ...BANK, redirectUris: ['http://127.0.0.1/cb'] },
        ['/redirectUris/0'],
      ],
      [
        'names plain http for a native one',
        { ...native, redirectUris: ['http://bank.example/cb'] },
        ['/redirectUris/0'],
      ],
      [
        'names https on its own machine for a native one',
        { ...native, redirectUris: ['https://localhost:3000/cb'], postLogoutRedirectUris: ['https://[::1]/bye'] },
        ['/redirectUris/0', '/postLogoutRedirectUris/0'],
      ],
      ['names a script', { ...native, redirectUris: ['javascript:alert(1)'] }, ['/redirectUris/0']],
      ['names a scheme that is no domain name', { ...native, redirectUris: ['bank:/cb'] }, ['/redirectUris/0']],
      ['has a fragment', { ...BANK, redirectUris: ['https://bank.example/cb#x'] }, ['/redirectUris/0']],
      ['has an empty fragment', { ...BANK, redirectUris: ['https://bank.example/cb#'] }, ['/redirectUris/0']],
      ['has a wildcard', { ...BANK, redirectUris: ['https://*.bank.example/cb'] }, ['/redirectUris/0']],
      ['has credentials', { ...BANK, redirectUris: ['https://a:b@bank.example/cb'] }, ['/redirectUris/0']],
      ['has a backslash', { ...BANK, redirectUris: ['https://bank.example\\@evil.example/cb'] }, ['/redirectUris/0']],
      [
        'has a backslash later',
        { ...BANK, redirectUris: ['https://bank.example/\\evil.example'] },
        ['/redirectUris/0'],
      ],
      ['has three slashes', { ...BANK, redirectUris: ['https:///bank.example/cb'] }, ['/redirectUris/0']],
      ['has an empty user name', { ...BANK, redirectUris: ['https://@bank.example/cb'] }, ['/redirectUris/0']],
      ['has a number for a host', { ...BANK, redirectUris: ['https://2130706433/cb'] }, ['/redirectUris/0']],
      ['has line breaks', { ...BANK, redirectUris: ['https://bank.example/\r\nX: y'] }, ['/redirectUris/0']],
      ['is relative', { ...BANK, redirectUris: ['/cb'] }, ['/redirectUris/0']],
      [
        'names one address twice',
        { ...BANK, redirectUris: ['https://a.example', 'https://a.example'] },
        ['/redirectUris'],
      ],
      ['has nowhere to redirect to', { ...BANK, redirectUris: [] }, ['/redirectUris']],
      ['redirects without a login', { ...SERVER, redirectUris: BANK.redirectUris }, ['/redirectUris']],
      [
        'refreshes without a login',
        { ...SERVER, grantTypes: ['client_credentials', 'refresh_token'] },
        ['/grantTypes'],
      ],
      ['has enterprise scopes in a browser', { ...BANK, scopes: ['openid', 'users:read'] }, ['/grantTypes']],
      ['is a server that does not authenticate', { ...SERVER, authMethod: 'none' }, ['/authMethod']],
      ['signs without a key', { ...SERVER, authMethod: 'private_key_jwt' }, ['/jwks']],
      [
        'sends a private key',
        {
          ...SERVER,
          authMethod: 'private_key_jwt',
          jwks: { keys: [{ kty: 'EC', crv: 'P-256', x: 'a'.repeat(43), y: 'a'.repeat(43), d: 'a'.repeat(43) }] },
        },
        ['/jwks/keys/0'],
      ],
      [
        'sends a shared key',
        { ...SERVER, authMethod: 'private_key_jwt', jwks: { keys: [{ kty: 'oct', k: 'a'.repeat(43) }] } },
        ['/jwks/keys/0'],
      ],
      ['has a scope that there is not', { ...SERVER, scopes: ['users:everything'] }, ['/scopes/0']],
      ['holds `all`', { ...SERVER, scopes: ['all'] }, ['/scopes/0']],
      ['shows errors on plain http', { ...SERVER, errorUrl: 'http://bank.example' }, ['/errorUrl']],
      [
        'calls from nowhere',
        { ...SERVER, allowedCallers: ['203.0.113.0/33', 'bank.example'] },
        ['/allowedCallers/0', '/allowedCallers/1'],
      ],
      ['has an origin with a path', { ...BANK, allowedOrigins: ['https://bank.example/'] }, ['/allowedOrigins/0']],
      ['lives for ever', { ...SERVER, accessTokenTtl: 86_401 }, ['/accessTokenTtl']],
      ['lacks a name', { ...SERVER, clientName: undefined }, ['/clientName']],
      [
        'sends a header of ours',
        { ...SERVER, kyc: { url: 'https://kyc.example', headers: { Authorization: 'x' } } },
        ['/kyc/headers/Authorization'],
      ],
      ['is to ask at a private address', { ...SERVER, kyc: { url: 'https://10.1.2.3/kyc' } }, ['/kyc/url']],
      ['is to ask in a private network', { ...SERVER, kyc: { url: 'https://[fd00::1]/kyc' } }, ['/kyc/url']],
      ['is to ask where parsers disagree', { ...SERVER, kyc: { url: 'https:///kyc.example' } }, ['/kyc/url']],
      [
        'lacks a password',
        { ...SERVER, kyc: { url: 'https://kyc.example', auth: { type: 'basic', username: 'a' } } },
        ['/kyc/auth/password'],
      ],
      [
        'sets thresholds that there are not',
        { ...SERVER, idv: { leastCertainty: 0.87, mostGlare: 1.1, clearSharpness: -0.1, mostUnseenFields: 3 } },
        ['/idv/clearSharpness', '/idv/leastCertainty', '/idv/mostGlare', '/idv/mostUnseenFields'],
      ],
    ])('is refused when it %s', async (_why, body, expected) => {
      const answer = await portal.post('/v1/clients', body);
      expect(answer.status).toBe(422);
      expect(pointers(answer)).toEqual(expected);
    });

    it.each([
      ['https://app.example/cb'],
      ['http://127.0.0.1/cb'],
      ['http://[::1]:4711/cb'],
      ['http://localhost:4711/cb'],
      ['com.example.app:/cb'],
    ])('is taken when a native one names the redirect address %s', async (uri) => {
      expect((await portal.post('/v1/clients', { ...native, redirectUris: [uri] })).status).toBe(201);
    });
  });

  describe('A client for tests', () => {
    it('may be redirected to http on the loopback, and nowhere else by http', async () => {
      const web = { ...BANK, test: true, postLogoutRedirectUris: ['http://localhost:3000/bye'] };
      const made = await portal.post('/v1/clients', { ...web, redirectUris: ['http://127.0.0.1:3000/cb'] });
      expect(made.status).toBe(201);
      const path = `/v1/clients/${made.body.clientId}`;
      expect((await portal.patch(path, { redirectUris: ['http://[::1]/cb'] })).status).toBe(200);
      expect(pointers(await portal.patch(path, { redirectUris: ['http://bank.example/cb'] }))).toEqual([
        '/redirectUris/0',
      ]);
    });
  });

  it('An enterprise has as many clients as it may have, also when several are made at once', async () => {
    const few = await startTestApplication({ env: { ENTERPRISE_CLIENTS: '3' }, database: running.database });
    try {
      const small = await portalOf(few, {
        scopes: ['clients:read', 'clients:write', 'users:read'],
        enterpriseId: 'few',
      });
      const answers = await Promise.all(Array.from({ length: 5 }, () => small.post('/v1/clients', SERVER)));
      expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 409, 409, 409]);
      expect(answers.find(({ status }) => status === 409)?.body).toMatchObject({ code: 'clients/too-many' });
      const made = answers.find(({ status }) => status === 201);
      expect((await small.delete(`/v1/clients/${made?.body.clientId}`)).status).toBe(204);
      expect((await small.post('/v1/clients', { ...SERVER, test: true })).status).toBe(201);
      expect((await small.post('/v1/clients', SERVER)).status).toBe(409);
    } finally {
      await few.close();
    }
  });

  describe('The API document', () => {
    it('asks of each route the scope that the server asks', async () => {
      const { paths } = (await portal.get('/openapi.json')).body;
      const asked = Object.entries<Record<string, { security: object[] }>>(paths)
        .filter(([path]) => path.startsWith('/v1/clients'))
        .flatMap(([path, routes]) =>
          Object.entries(routes).map(([method, { security }]) => ({ path, method, security })),
        );
      expect(asked.length).toBeGreaterThan(5);
      for (const { path, method, security } of asked) {
        const scopes = [method === 'get' ? 'clients:read' : 'clients:write'];
        if (path.endsWith('/secrets')) scopes.push('clients:secure'); // without overlap, for those who may do nothing else
        expect([method, path, security]).toEqual([method, path, scopes.map((scope) => ({ oauth2: [scope] }))]);
      }
    });
  });

  describe('The settings of an endpoint to ask', () => {
    it('are kept sealed, and shown without what opens it', async () => {
      const kyc = {
        url: 'https://kyc.example/ask',
        headers: { 'X-Api-Key': 'very-secret-key' },
        auth: { type: 'basic', username: 'bank', password: 'very-secret-password' },
      };
      const made = await portal.post('/v1/clients', { ...SERVER, kyc });
      expect(made.body.kyc).toEqual({
        url: kyc.url,
        headers: { 'X-Api-Key': '' },
        auth: { type: 'basic', username: 'bank' },
        timeoutMs: 10_000,
      });
      const rows = await running.app
        .get(Database)
        .rows(`SELECT encode(sealed_kyc, 'escape') AS kyc FROM auth.client WHERE client_id = $1`, [made.body.clientId]);
      expect(JSON.stringify(rows)).not.toContain('very-secret');
      expect((await portal.patch(`/v1/clients/${made.body.clientId}`, { kyc: null })).body.kyc).toBeNull();
    });
  });
});
