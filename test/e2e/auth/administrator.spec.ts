import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as oidc from 'openid-client';
import { authCommands } from '../../../src/auth/commands/index.js';
import { enterpriseScopes } from '../../../src/auth/domain/scopes.js';
import { AdministratorFile, ADMINISTRATOR_FILE } from '../../../src/auth/services/administrator-file.js';
import { CalledWrongly, type CommandContext } from '../../../src/shared/operations/command.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { fetchAt, relyingParty } from '../../support/relying-party.js';

let running: TestApplication;
let folder: string;
beforeAll(async () => {
  running = await startTestApplication();
});
afterAll(() => running.close());
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'countersign-data-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

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

describe('The administrator of a development start', () => {
  it('waits in a file that nobody else can read, and may do everything', async () => {
    expect(await start()).toEqual({ label: 'Administrator', value: file() });
    expect(statSync(file()).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual([ADMINISTRATOR_FILE]);
    const token = await tokenBy(written());
    expect(token.scope?.split(' ').sort()).toEqual([...enterpriseScopes].sort());
    expect(await clientsOf(token.access_token, { 'enterprise-id': 'default' })).toBe(200);
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

describe('At the command line', () => {
  const run = async (name: string, options: Record<string, unknown> = {}, given: string[] = []) => {
    const lines: string[] = [];
    const context = {
      options: { administrator: false, test: false, native: false, ...options },
      given,
      application: () => Promise.resolve(running.app),
      print: (line = '') => lines.push(line),
    };
    const command = authCommands.find((one) => one.name === name);
    const code = await command?.run(context as unknown as CommandContext);
    return { code, text: lines.join('\n') };
  };
  const create = async (options: Record<string, unknown>) =>
    JSON.parse((await run('client create', options)).text) as { client_id: string; client_secret: string };

  it('a server is made with every scope of enterprises', async () => {
    const token = await tokenBy(await create({ name: 'Core' }));
    expect(token.scope?.split(' ').sort()).toEqual([...enterpriseScopes].sort());
    expect(await clientsOf(token.access_token, { 'enterprise-id': 'default' })).toBe(403);
  });

  it('an administrator is made', async () => {
    const token = await tokenBy(await create({ name: 'Root', administrator: true }));
    expect(await clientsOf(token.access_token, { 'enterprise-id': 'default' })).toBe(200);
  });

  it('an app without a secret is made', async () => {
    const app = await create({
      name: 'App',
      native: true,
      'redirect-uris': 'com.example.app:/cb',
      scopes: 'openid,notifications',
    });
    expect(Object.keys(app)).toEqual(['client_id']);
  });

  it.each<[string, Record<string, unknown>]>([
    ['an enterprise that there is not', { enterprise: 'nowhere' }],
    ['a scope that there is not', { scopes: 'users:everything' }],
    ['a method that there is not', { 'auth-method': 'magic' }],
  ])('%s is refused in words', async (_what, options) => {
    await expect(run('client create', { name: 'X', ...options })).rejects.toThrow(CalledWrongly);
  });

  it('clients are listed, without what opens them', async () => {
    const { client_id, client_secret } = await create({ name: 'Listed', test: true });
    const { text } = await run('client list');
    expect(text).toContain(`${client_id}  Listed  test`);
    expect(text).not.toContain(client_secret);
  });

  it('a secret is replaced', async () => {
    const before = await create({ name: 'Rotated', scopes: 'users:read' });
    const after = JSON.parse((await run('client secret rotate', {}, [before.client_id])).text) as typeof before;
    expect((await tokenBy(after, 'users:read')).scope).toBe('users:read');
    await expect(tokenBy(before, 'users:read')).rejects.toMatchObject({ status: 401 });
    await expect(run('client secret rotate')).rejects.toThrow('Say which client.');
  });
});
