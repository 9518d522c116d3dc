import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { Finding } from '../../src/shared/operations/ready-check.js';
import { createTestDatabase, type TestDatabase } from '../support/database.js';
import { Program, type ProgramEnv } from '../support/program.js';

const MAIN = fileURLToPath(new URL('../../dist/src/cli/main.js', import.meta.url));

/** `npm run cli -- ready` as an operator runs it before the first start. */
export const readyCases = (): void => {
  const databases: TestDatabase[] = [];
  afterAll(async () => {
    for (const database of databases) await database.drop();
  });

  async function settings(empty = false): Promise<ProgramEnv> {
    const database = await createTestDatabase({ empty });
    databases.push(database);
    const { host, port, username } = database.address;
    return {
      NODE_ENV: 'production',
      DATABASE_URL: `postgres:///${database.name}?host=${host}&port=${port}&user=${username}`,
      ENCRYPTION_KEYS: `test:${createHash('sha256').update('ready').digest('base64')}`,
      TLS_MODE: 'off',
      TRUST_PROXY: '10.0.0.1',
      MESSAGES: 'off',
      AUTH_URL: 'https://id.bank.example',
      MANAGEMENT_URL: 'https://api.bank.example',
      IDV_URL: 'https://verify.bank.example',
      MOBILE_URL: 'https://app.bank.example',
      MIGRATE: 'off',
    };
  }

  async function ready(env: ProgramEnv) {
    const program = Program.start(env, MAIN, ['ready', '--json']);
    const code = await program.exited;
    const { findings, ...told } = JSON.parse(program.out) as { ready: boolean; findings: Finding[] };
    return { code, ...told, of: (about: string) => findings.filter((finding) => finding.about === about) };
  }

  it('an installation that may go live', async () => {
    const { code, ready: isReady, of } = await ready({ ...(await settings()), IDV_FACE_NET: 'mobilefacenet' });
    expect({ code, isReady }).toEqual({ code: 0, isReady: true });
    for (const about of [
      'mode',
      'settings',
      'addresses',
      'database',
      'migrations',
      'identity engine',
      'signing keys',
    ]) {
      expect(of(about)).toEqual([expect.objectContaining({ state: 'ok' })]);
    }
    const [terms] = of('face net');
    expect(terms).toMatchObject({ state: 'attention', found: expect.stringMatching(/Apache.*MS1M.*lawyers/) });
  });

  it('a database without its tables, and one that is not there', async () => {
    const env = await settings(true);
    const { code, of } = await ready({ ...env, IDV_ENGINE: 'none' });
    expect({ code, migrations: of('migrations') }).toMatchObject({ code: 1, migrations: [{ state: 'wrong' }] });
    const away = await ready({ ...env, IDV_ENGINE: 'none', DATABASE_URL: 'postgres://u:secret@127.0.0.1:1/x' });
    expect({ code: away.code, database: away.of('database') }).toMatchObject({
      code: 1,
      database: [{ state: 'wrong', found: expect.stringContaining('nothing listens at its host and port') }],
    });
  });

  it('is printed as a table with what to do', async () => {
    const program = Program.start({ ...(await settings()), NODE_ENV: 'development', IDV_ENGINE: 'none' }, MAIN, [
      'ready',
    ]);
    expect(await program.exited).toBe(1);
    expect(program.out).toMatch(/^wrong +mode +NODE_ENV is development.*\n +→ Set NODE_ENV=production\.$/m);
    expect(program.out).toMatch(/\d+ ok, \d+ need attention, 1 are wrong\.\n$/);
  });
};
