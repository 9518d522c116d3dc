import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Finding } from '../../src/shared/observability/index.js';
import { createTestDatabase, type TestDatabase, urlOf } from '../support/database.js';
import { Program, type ProgramEnv } from '../support/program.js';

const MAIN = fileURLToPath(new URL('../../dist/program/cli.js', import.meta.url));

/** `npm run cli -- ready` as an operator runs it before the first start. */
describe('npm run cli -- ready', () => {
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of databases) await database.release();
  });

  async function settings(empty = false): Promise<ProgramEnv> {
    const database = await createTestDatabase({ empty });
    databases.push(database);
    return {
      NODE_ENV: 'production',
      DATABASE_URL: urlOf(database.address),
      ENCRYPTION_KEYS: `test:${createHash('sha256').update('ready').digest('base64')}`,
      TLS_MODE: 'off',
      TRUST_PROXY: '10.0.0.1',
      MESSAGES: 'off',
      AUTH_URL: 'https://id.bank.example',
      MANAGEMENT_URL: 'https://api.bank.example',
      IDV_URL: 'https://verify.bank.example',
      MOBILE_URL: 'https://app.bank.example',
      IDV_FACE_NET: 'mobilefacenet',
      MIGRATE: 'off',
    };
  }

  async function ready(env: ProgramEnv) {
    const program = Program.start(env, MAIN, ['ready', '--json']);
    const code = await program.exited;
    const { findings, ...told } = JSON.parse(program.out) as { ready: boolean; findings: Finding[] };
    return { code, ...told, of: (about: string) => findings.filter((finding) => finding.about === about) };
  }

  it('finds nothing wrong with an installation that may go live', async () => {
    const { code, ready: isReady, of } = await ready(await settings());
    expect({ code, isReady }).toEqual({ code: 0, isReady: true });
    for (const about of [
      'mode',
      'settings',
      'addresses',
      'database',
      'migrations',
      'identity engine',
      'signing keys',
      'clock',
      'work',
      'client secrets',
      'redirect URIs',
    ]) {
      expect(of(about)).toEqual([expect.objectContaining({ state: 'ok' })]);
    }
    for (const about of ['retention', 'processes', 'webhooks', 'clients']) {
      expect(of(about)).toEqual([expect.objectContaining({ state: 'attention' })]);
    }
    const [terms] = of('face net');
    expect(terms).toMatchObject({ state: 'attention', found: expect.stringMatching(/Apache.*MS1M.*lawyers/) });
  });

  it('finds a database without its tables, and one that is not there', async () => {
    const env = await settings(true);
    const mail = { MESSAGES: 'on', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'no-reply@bank.example' };
    const { code, of } = await ready({ ...env, ...mail, IDV_ENGINE: 'none' });
    expect({ code, migrations: of('migrations') }).toMatchObject({ code: 1, migrations: [{ state: 'wrong' }] });
    expect(of('mail server')).toMatchObject([{ state: 'wrong', found: expect.stringContaining('ESOCKET') }]);
    const away = await ready({ ...env, IDV_ENGINE: 'none', DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' });
    expect({ code: away.code, database: away.of('database') }).toMatchObject({
      code: 1,
      database: [{ state: 'wrong', found: expect.stringContaining('nothing listens at its host and port') }],
    });
  });

  it('finds clients and endpoints that are not as they should be', async () => {
    const env = await settings();
    const db = await databases.at(-1)!.connect();
    await db.query(CLIENT);
    await db.query(ENDPOINT);
    await db.query(`LISTEN countersign_signal`);
    const { code, of } = await ready({ ...env, IDV_ENGINE: 'none' });
    await db.end();
    expect(code).toBe(1);
    expect(of('clients')).toMatchObject([{ found: expect.stringContaining('may administer') }]);
    expect(of('client secrets')).toMatchObject([
      { state: 'attention', found: expect.stringContaining('Shop (default)') },
    ]);
    expect(of('redirect URIs')).toMatchObject([{ state: 'wrong', found: expect.stringContaining('Shop (default)') }]);
    expect(of('webhooks')).toMatchObject([
      { state: 'attention', found: expect.stringMatching(/^1 of 1 live endpoints have taken nothing in the last 30/) },
    ]);
    expect(of('processes')).toMatchObject([{ state: 'attention', found: 'One runs on this database now.' }]);
  });

  it('is printed as a table with what to do', async () => {
    const program = Program.start({ ...(await settings()), NODE_ENV: 'development', IDV_ENGINE: 'none' }, MAIN, [
      'ready',
    ]);
    expect(await program.exited).toBe(1);
    expect(program.out).toMatch(/^wrong +mode +NODE_ENV is development.*\n +→ Set NODE_ENV=production\.$/m);
    expect(program.out).toMatch(/\d+ ok, \d+ need attention, 1 are wrong\.\n$/);
  });
});

/** As development lets one be made. */
const CLIENT = `
  INSERT INTO auth.client (client_id, enterprise_id, test, administrator, client_name, redirect_uris,
    post_logout_redirect_uris, grant_types, scopes, auth_method, application_type, first_party, allowed_origins,
    allowed_callers, id_token_alg, dpop_bound, par_required, secrets, created_at, updated_at, created_by)
  VALUES ('shop', 'default', false, false, 'Shop', '{http://localhost:3000/back}', '{}', '{authorization_code}',
    '{openid}', 'client_secret_basic', 'web', false, '{}', '{}', 'RS256', false, false, '[]', now(), now(), 'a test')`;
const ENDPOINT = `
  INSERT INTO shared.webhook_endpoint (endpoint_id, enterprise_id, test, url, origin, event_types, enabled, sealed_secrets,
    failures, created_at, updated_at)
  VALUES (gen_random_uuid(), 'default', false, 'https://shop.example/hook', 'https://shop.example', '{}', true, '', 0, now(), now())`;
