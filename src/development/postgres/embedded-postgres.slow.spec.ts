import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { type EmbeddedPostgres, type EmbeddedPostgresOptions, startEmbeddedPostgres } from './embedded-postgres.js';
import { findSystemBinaries } from './binaries.js';
import {
  answers,
  countWritten,
  isAlive,
  postmasterPid,
  query,
  until,
  writeUntilBroken,
} from '../../../test/support/embedded/database.js';
import { prepareData } from '../../../test/support/embedded/prepared-data.js';
import { removeLater, removeTempFolders, tempFolder } from '../../../test/support/embedded/temp-folders.js';

describe('the embedded PostgreSQL', () => {
  const running: EmbeddedPostgres[] = [];
  let dataDir: string;

  beforeEach(() => (dataDir = join(tempFolder(), 'data')));
  afterEach(async () => {
    await Promise.all(running.splice(0).map((postgres) => postgres.stop()));
  });
  afterAll(removeTempFolders);

  const home = (): string => join(dataDir, 'postgres');

  async function start(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
    const postgres = await startEmbeddedPostgres({ dataDir, ...options });
    running.push(postgres);
    return postgres;
  }

  describe('being created', () => {
    it('creates its database once, and finds it again', async () => {
      const progress: string[] = [];
      const first = await start({ onProgress: (text) => progress.push(text) });
      await query(first.connection, 'create table kept as select 42 as answer');
      await first.stop();
      const second = await start({ onProgress: (text) => progress.push(text) });
      expect(await query(second.connection, 'select answer from kept')).toEqual([{ answer: 42 }]);
      expect(progress).toEqual(['Creating the database (only once)']);
    });

    it('finds room for its socket when the data folder has a long name, a blank, a comma and quotes', async () => {
      dataDir = join(dataDir, 'a, "b"', 'x'.repeat(100));
      const first = await start();
      removeLater(first.connection.host);
      await first.stop();
      const second = await start();
      expect(second.connection).toEqual(first.connection);
      expect(second.connection.host.length).toBeLessThan(80);
      expect(await query(second.connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    });

    it('takes a socket below a data folder whose name has a blank, a comma and quotes', async () => {
      dataDir = join(dataDir, 'a, "b"');
      const { connection } = await start();
      expect(connection.host).toBe(join(home(), 'socket'));
      expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
    });

    it('clears away what an interrupted creation has left', async () => {
      mkdirSync(join(home(), 'cluster-draft-killed', 'base'), { recursive: true });
      writeFileSync(join(home(), 'cluster-draft-killed', 'PG_VERSION'), '17\n');
      await start();
      expect(readdirSync(home()).filter((name) => name.includes('draft'))).toEqual([]);
    });

    it('runs on a PostgreSQL of the system (where there is one) without the npm package', async () => {
      const packageFolder = join(dataDir, 'none');
      if ((await findSystemBinaries(undefined)).length === 0) {
        await expect(start({ packageFolder })).rejects.toThrow('DATABASE_URL');
        return;
      }
      const { connection } = await start({ packageFolder });
      const [row] = await query(connection, `select 'MÜLLER' ilike 'müller' as ilike, 'a' > 'B' as bytes`);
      expect(row).toEqual({ ilike: true, bytes: true });
    });
  });

  describe('created before', () => {
    let copy: () => string;
    beforeAll(async () => (copy = await prepareData()));
    beforeEach(() => (dataDir = copy()));

    it('obeys no PG variables of our environment', async () => {
      process.env['PGPORT'] = '7777';
      try {
        const { connection } = await start();
        expect(await query(connection, 'select 1 as one')).toEqual([{ one: 1 }]);
      } finally {
        delete process.env['PGPORT'];
      }
    });

    it('stops, also when told twice, and leaves the folder to the next', async () => {
      const postgres = await start();
      const pid = postmasterPid(home());
      await Promise.all([postgres.stop(), postgres.stop()]);
      expect(isAlive(pid)).toBe(false);
      await start();
    });

    it('starts its server again when that is killed, and keeps every acknowledged row', async () => {
      const losses: string[] = [];
      const { connection } = await start({ onLost: (reason) => losses.push(reason) });
      let acknowledged = 0;
      const writing = writeUntilBroken(connection, (count) => (acknowledged = count));
      await until(() => acknowledged > 100);
      process.kill(postmasterPid(home()), 'SIGKILL');
      await writing;
      await until(() => answers(connection));
      expect(await countWritten(connection)).toBeGreaterThanOrEqual(acknowledged);
      expect(losses).toEqual([expect.stringContaining('SIGKILL')]);
    });

    it('waits for the children of a killed server, which hold its memory', async () => {
      const losses: string[] = [];
      const { connection } = await start({ onLost: (reason) => losses.push(reason) });
      const client = new pg.Client(connection);
      client.on('error', () => undefined);
      await client.connect();
      const { rows } = await client.query<{ child: number }>('select pg_backend_pid() as child');
      process.kill(rows[0]!.child, 'SIGSTOP');
      process.kill(postmasterPid(home()), 'SIGKILL');
      await until(() => losses.length > 0);
      await sleep(600);
      process.kill(rows[0]!.child, 'SIGCONT');
      await until(() => answers(connection));
      expect(losses).toHaveLength(1);
      await client.end().catch(() => undefined);
    });

    it('stops for good when told so while it is starting its server again', async () => {
      let stopped: Promise<void> | undefined;
      const postgres = await start({ onLost: () => void (stopped = postgres.stop()) });
      process.kill(postmasterPid(home()), 'SIGKILL');
      await until(() => stopped !== undefined);
      await stopped;
      await start();
    });

    it('says what to do when there are no programs for it', async () => {
      await (await start()).stop();
      writeFileSync(join(home(), 'cluster', 'PG_VERSION'), '9\n');
      await expect(start()).rejects.toThrow(/9.*DATABASE_URL/);
    });
  });
});
