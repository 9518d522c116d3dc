import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestDatabase, type TestDatabase, urlOf } from '../support/database.js';
import { Program } from '../support/program.js';

const MAIN = fileURLToPath(new URL('../../dist/program/cli.js', import.meta.url));
const READ_ONLY = `&options=${encodeURIComponent('-c default_transaction_read_only=on')}`;

describe('npm run cli -- apply --plan', () => {
  const folder = mkdtempSync(join(tmpdir(), 'countersign-plan-'));
  const file = join(folder, 'acme.yaml');
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(async () => {
    await database.release();
    rmSync(folder, { recursive: true });
  });

  async function apply(session: string, ...options: readonly string[]) {
    const env = {
      NODE_ENV: 'development',
      DATABASE_URL: urlOf(database.address) + session,
      ENCRYPTION_KEYS: `test:${createHash('sha256').update('plan').digest('base64')}`,
      MIGRATE: 'off',
    };
    const program = Program.start(env, MAIN, ['apply', file, ...options]);
    const code = await program.exited;
    return { code, out: program.out, err: program.err };
  }

  it('needs no right to write, in a database that the service has used', async () => {
    writeFileSync(file, 'enterprises: [{ enterpriseId: acme, name: Acme }]\n');
    expect(await apply('')).toMatchObject({ code: 0 });
    writeFileSync(file, 'enterprises: [{ enterpriseId: acme, name: Acme Bank }]\n');
    const { code, out } = await apply(READ_ONLY, '--plan');
    expect({ code, out }).toEqual({ code: 2, out: expect.stringContaining('"Acme" -> "Acme Bank"') });
  });
});
