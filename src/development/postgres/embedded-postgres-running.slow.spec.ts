import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.js';
import { postmasterPid, query } from '../../../test/support/embedded/database.js';
import { removeTempFolders, tempFolder } from '../../../test/support/embedded/temp-folders.js';

describe('the embedded PostgreSQL that runs', () => {
  let dataDir: string;
  let postgres: EmbeddedPostgres;

  beforeAll(async () => {
    dataDir = join(tempFolder(), 'data');
    postgres = await startEmbeddedPostgres({ dataDir });
  });
  afterAll(async () => {
    await postgres.stop();
    removeTempFolders();
  });

  const home = (): string => join(dataDir, 'postgres');

  it('knows the letters of all scripts, and sorts texts by their bytes', async () => {
    await query(postgres.connection, 'create extension pg_trgm');
    const [row] = await query(
      postgres.connection,
      `select lower('ÄŽИ') as lower, 'MÜLLER' ilike 'müller' as ilike, similarity('مرحبا','مرحبا')::int as similarity,
         (select array_agg(x order by x) from unnest(array['b', 'Ä', 'a', 'B']) x) as sorted`,
    );
    expect(row).toEqual({ lower: 'äžи', ilike: true, similarity: 1, sorted: ['B', 'a', 'b', 'Ä'] });
  });

  it('can be reached by a private socket only', async () => {
    expect(statSync(postgres.connection.host).mode & 0o777).toBe(0o700);
    expect(await query(postgres.connection, 'show listen_addresses')).toEqual([{ listen_addresses: '' }]);
    expect(await query(postgres.connection, 'show fsync')).toEqual([{ fsync: 'on' }]);
  });

  it('is out of reach of a Ctrl-C in our terminal', async () => {
    const groupOf = (pid: number): string =>
      execFileSync('ps', ['-o', 'pgid=', '-p', `${pid}`], { encoding: 'utf8' }).trim();
    expect(groupOf(postmasterPid(home()))).not.toBe(groupOf(process.pid));
  });

  it('refuses a second start on the same folder, and goes on undisturbed', async () => {
    const pid = postmasterPid(home());
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toMatchObject({
      name: 'DataFolderInUse',
      pid: process.pid,
    });
    expect(postmasterPid(home())).toBe(pid);
    expect(await query(postgres.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
  });
});
