import { fileURLToPath } from 'node:url';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oidc from 'openid-client';
import { Client } from '../../../src/auth/client/client.entity.js';
import { AppClients, InternalClients } from '../../../src/auth/contract/index.js';
import { commands } from '../../../src/cli/commands/index.js';
import { enterpriseScopes } from '../../../src/auth/tokens/token-plan.js';
import { AdministratorFile, ADMINISTRATOR_FILE } from '../../../src/auth/client-management/administrators.service.js';
import { type Tx, UnitOfWork } from '../../../src/shared/persistence/index.js';
import { UsageError, type CommandContext } from '../../../src/shared/observability/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { fetchAt, relyingParty } from '../../support/relying-party.js';
import { sharedApplication } from '../../support/shared-application.js';
import { portalOf } from '../../support/tokens.js';

let running: TestApplication;
let folder: string;

const file = () => join(folder, ADMINISTRATOR_FILE);
const written = () => JSON.parse(readFileSync(file(), 'utf8')) as { client_id: string; client_secret: string };
const start = (process = running) => process.app.get(AdministratorFile).onDevelopmentStart(folder);
const tokenBy = async ({ client_id, client_secret }: { client_id: string; client_secret: string }, scope = 'all') =>
  oidc.clientCredentialsGrant(await relyingParty(running, client_id, client_secret), { scope });
const clientsOf = async (token: string, headers: Record<string, string> = {}) => {
  const answer = await fetchAt(running)('https://management.test/v1/clients', {
    headers: { authorization: `Bearer ${token}`, ...headers },
  });
  return answer.status;
};

describe('Administrator', () => {
  beforeAll(async () => {
    running = await sharedApplication();
  });
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'countersign-data-'));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  describe('The administrator of a development start', () => {
    it('waits in a file that nobody else can read, and may do everything', async () => {
      expect(await start()).toEqual({ label: 'Administrator', value: file() });
      expect(statSync(file()).mode & 0o777).toBe(0o600);
      expect(readdirSync(folder)).toEqual([ADMINISTRATOR_FILE]);
      const token = await tokenBy(written());
      expect(token.scope?.split(' ').sort()).toEqual([...enterpriseScopes].sort());
      expect(await clientsOf(token.access_token, { 'enterprise-id': 'default' })).toBe(200);
    });

    it('is written also when a process with the same id has died while it wrote', async () => {
      writeFileSync(`${file()}.${process.pid}`, '');
      await start();
      expect((await tokenBy(written())).access_token).toBeDefined();
    });

    it('is the same at the next start', async () => {
      await start();
      const before = written();
      await start();
      expect(written()).toEqual(before);
    });

    it('is made anew on another database', async () => {
      await start();
      const before = written();
      const other = await startTestApplication();
      await start(other);
      expect(written().client_id).not.toBe(before.client_id);
      await other.close();
    });

    it.each(['', '{}', '{"client_id":1}', 'not JSON', '{"client_id":"a","client_secret":"b"}'])(
      'is made anew when the file says %p',
      async (text) => {
        writeFileSync(file(), text);
        await start();
        expect((await tokenBy(written())).access_token).toBeDefined();
        expect(statSync(file()).mode & 0o777).toBe(0o600);
      },
    );
  });

  it('A client of the service itself gets what this release says of it, and otherwise stays as it is', async () => {
    const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' });
    const own = { clientId: 'own', clientName: 'Own', enterpriseId: 'default', redirectUri: 'https://own.example/cb' };
    const { app } = running;
    const change = <T>(work: (tx: Tx, client: Client) => Promise<T>): Promise<T> =>
      app.get(UnitOfWork).run(async (tx) => work(tx, (await tx.lock(Client, { clientId: 'own' }))!));
    const kept = async () => {
      await app.get(InternalClients).keep({ ...own, key: { ...key } });
      return change((_tx, client) => Promise.resolve(client));
    };
    const first = await kept();
    expect(await kept()).toEqual(first);
    await change(async (tx, client) => {
      client.change({ requirePushedAuthorizationRequests: false }, new Date());
      await tx.save(client);
    });
    expect(await kept()).toMatchObject({ requirePushedAuthorizationRequests: true });
  });

  describe('At the command line', () => {
    const run = async (name: string, options: Record<string, unknown> = {}, given: string[] = []) => {
      const lines: string[] = [];
      const context = {
        options: { administrator: false, test: false, native: false, ...options },
        given,
        application: () => Promise.resolve(running.app),
        print: (line = '') => lines.push(line),
      };
      const command = await commands[name]?.();
      const code = await command?.run(context as unknown as CommandContext);
      return { code, text: lines.join('\n') };
    };
    interface Shown {
      readonly clientId: string;
      readonly clientSecret: string;
    }
    const shown = ({ text }: { text: string }) => JSON.parse(text) as Shown;
    const create = async (options: Record<string, unknown>) => shown(await run('client create', options));
    const tokenFor = ({ clientId, clientSecret }: Shown, scope?: string) =>
      tokenBy({ client_id: clientId, client_secret: clientSecret }, scope);

    it('a server is made with every scope of enterprises', async () => {
      const token = await tokenFor(await create({ name: 'Core' }));
      expect(token.scope?.split(' ').sort()).toEqual([...enterpriseScopes].sort());
      expect(await clientsOf(token.access_token, { 'enterprise-id': 'default' })).toBe(403);
    });

    it('an administrator is made', async () => {
      const token = await tokenFor(await create({ name: 'Root', administrator: true }));
      expect(await clientsOf(token.access_token, { 'enterprise-id': 'default' })).toBe(200);
    });

    it('an app without a secret is made', async () => {
      const app = await create({
        name: 'App',
        native: true,
        'redirect-uris': 'com.example.app:/cb',
        scopes: 'openid,notifications',
      });
      expect(Object.keys(app)).toEqual(['clientId']);
    });

    it('a client is made with everything that the API sets', async () => {
      const jwks = { keys: [generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ format: 'jwk' })] };
      const kyc = { url: 'https://kyc.example/check', auth: { type: 'bearer', token: 'secret' }, timeoutMs: 2000 };
      const idv = { review: true, retentionDays: 7 };
      const files = Object.entries({ jwks, kyc, idv }).map(([name, value]) => {
        writeFileSync(join(folder, name), JSON.stringify(value));
        return [name, join(folder, name)];
      });
      const { clientId } = await create({
        ...Object.fromEntries(files),
        name: 'Everything',
        scopes: 'openid,profile',
        'redirect-uris': 'https://app.example/a,https://app.example/b',
        'post-logout-redirect-uris': 'https://app.example/bye',
        'grant-types': 'authorization_code',
        'auth-method': 'private_key_jwt',
        'access-token-ttl': '120',
        'refresh-token-ttl': '3600',
        'error-url': 'https://app.example/error',
        'logo-uri': 'https://app.example/logo.svg',
        'allowed-origins': 'https://app.example',
        'allowed-callers': '203.0.113.0/24',
        'backchannel-logout-uri': 'https://app.example/logout',
        'id-token-signed-response-alg': 'ES256',
        'first-party': true,
        'dpop-bound-access-tokens': true,
        'require-pushed-authorization-requests': true,
        test: true,
      });
      const reader = await portalOf(running, { scopes: ['clients:read'], test: true });
      const { body } = await reader.get(`/v1/clients/${clientId}`);
      expect(body).toMatchObject({
        clientName: 'Everything',
        scopes: ['openid', 'profile'],
        redirectUris: ['https://app.example/a', 'https://app.example/b'],
        postLogoutRedirectUris: ['https://app.example/bye'],
        grantTypes: ['authorization_code'],
        authMethod: 'private_key_jwt',
        jwks,
        applicationType: 'web',
        firstParty: true,
        accessTokenTtl: 120,
        refreshTokenTtl: 3600,
        errorUrl: 'https://app.example/error',
        logoUri: 'https://app.example/logo.svg',
        allowedOrigins: ['https://app.example'],
        allowedCallers: ['203.0.113.0/24'],
        backchannelLogoutUri: 'https://app.example/logout',
        idTokenSignedResponseAlg: 'ES256',
        dpopBoundAccessTokens: true,
        requirePushedAuthorizationRequests: true,
        kyc: { url: kyc.url, auth: { type: 'bearer' }, timeoutMs: 2000 },
        idv,
        test: true,
      });
    });

    it('has an option for every field of a client that the API takes', async () => {
      const { body } = await (await portalOf(running, { scopes: ['clients:read'] })).get('/openapi.json');
      const { $ref } = body.paths['/v1/clients'].post.requestBody.content['application/json'].schema;
      const options = Object.keys((await commands['client create']?.())?.options ?? {});
      const asOption = (field: string) => field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      const other: Record<string, string> = { clientName: 'name', applicationType: 'native' };
      const fields = Object.keys(body.components.schemas[$ref.split('/').at(-1)].properties);
      const missing = fields.map((field) => other[field] ?? asOption(field)).filter((name) => !options.includes(name));
      expect(missing.map((name) => `Add the option ${name} to client-create.command.ts`)).toEqual([]);
    });

    it('makes a client of the app, and says where the app is', async () => {
      const { clientId, url } = shown(await run('app create', { name: 'Try it', test: true })) as Shown & {
        url: string;
      };
      expect(url).toBe(`https://mobile.test/app/?client=${clientId}`);
      const clients = running.app.get(AppClients);
      expect(await clients.find(clientId)).toEqual({
        clientId,
        enterpriseId: 'default',
        accountUrl: 'https://auth.test/service/account/?test=true',
      });
      expect(await clients.find()).toBeUndefined(); // the settings name the default one
      await expect(run('app create', { enterprise: 'nowhere' })).rejects.toThrow(UsageError);
    });

    it.each<[string, Record<string, unknown>]>([
      ['an enterprise that there is not', { enterprise: 'nowhere' }],
      ['a scope that there is not', { scopes: 'users:everything' }],
      ['a method that there is not', { 'auth-method': 'magic' }],
      ['a time that is no number', { 'access-token-ttl': 'soon' }],
      ['a file that is none', { jwks: '/nowhere' }],
    ])('%s is refused in words', async (_what, options) => {
      await expect(run('client create', { name: 'X', ...options })).rejects.toThrow(UsageError);
    });

    it('clients are listed, without what opens them', async () => {
      const { clientId, clientSecret } = await create({ name: 'Listed', test: true });
      const { text } = await run('client list');
      expect(text).toContain(`${clientId}  Listed  test`);
      expect(text).not.toContain(clientSecret);
    });

    it('the clients of a realm of Keycloak are made, and those that cannot be are told', async () => {
      const realm = fileURLToPath(new URL('../../support/keycloak/realm.json', import.meta.url));
      const linesOf = ({ text }: { text: string }) =>
        text
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as Partial<Shown> & { from: string; errors?: string[] });
      const dry = linesOf(await run('client import', { test: true, 'dry-run': true }, [realm]));
      expect(dry.map(({ from, errors }) => [from, errors === undefined]).sort()).toEqual([
        ['batch', false],
        ['saml-app', false],
        ['shop', true],
        ['spa', true],
      ]);
      expect(dry.filter(({ clientId }) => clientId !== undefined)).toEqual([]);
      const made = new Map(
        linesOf(await run('client import', { test: true }, [realm])).map((line) => [line.from, line]),
      );
      expect(made.get('shop')).toMatchObject({ clientSecret: expect.stringMatching(/^[\w-]{43}$/) });
      expect(made.get('spa')).not.toHaveProperty('clientSecret');
      const { text } = await run('client list');
      expect(text).toContain(`${made.get('spa')?.clientId}  spa  test`);
      await expect(run('client import', {}, [fileURLToPath(import.meta.url)])).rejects.toThrow(UsageError);
    });

    it('a secret is replaced', async () => {
      const before = await create({ name: 'Rotated', scopes: 'users:read' });
      const after = shown(await run('client secret rotate', {}, [before.clientId]));
      expect((await tokenFor(after, 'users:read')).scope).toBe('users:read');
      await expect(tokenFor(before, 'users:read')).rejects.toMatchObject({ status: 401 });
      await expect(run('client secret rotate')).rejects.toThrow('Say which client.');
    });
  });
});
