import { Database, DiskSpace } from '../../src/shared/persistence/index.js';
import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { Logger } from '@nestjs/common';
import { StoredBytes } from '../../src/notifications/notification/stored-bytes/stored-bytes.service.js';
import { Blobs } from '../../src/shared/storage/index.js';
import { DomainError, Tenant } from '../../src/shared/kernel/index.js';
import { startTestApplication, type TestApplication } from '../support/application.js';

let running: TestApplication;
let db: Database;

const terminate = async (pid: number): Promise<void> => {
  const other = await running.database.connect();
  await other.query('SELECT pg_terminate_backend($1)', [pid]);
  await other.end();
};

describe('Operations', () => {
  beforeAll(async () => {
    running = await startTestApplication();
    db = running.app.get(Database);
  });
  afterAll(() => running.close());

  describe('A connection to the database that breaks', () => {
    it('does no harm while nobody uses it', async () => {
      const client = await db.pool.connect();
      const ended = new Promise((resolve) => client.once('end', resolve));
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await terminate(rows[0]!.pid);
      await ended;
      client.release();
      expect(await db.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });

    it('fails only the statement in whose middle it breaks', async () => {
      const client = await db.pool.connect();
      const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      const failing = expect(client.query('SELECT pg_sleep(60)')).rejects.toThrow(/terminat/);
      await terminate(rows[0]!.pid);
      await failing;
      client.release(true);
      expect(await db.rows('SELECT 1 AS one')).toEqual([{ one: 1 }]);
    });
  });

  describe('A database that is short of disk space', () => {
    const tenant = Tenant.of('default', false);
    const lines = { warn: 0, error: 0 };

    async function withAlarm(env: Record<string, string>) {
      for (const level of ['warn', 'error'] as const) {
        lines[level] = 0;
        jest.spyOn(Logger.prototype, level).mockImplementation((...[fields]: unknown[]) => {
          if ((fields as { state?: unknown }).state !== undefined) lines[level] += 1;
        });
      }
      const short = await startTestApplication({ env, database: running.database });
      const disk = short.app.get(DiskSpace, { strict: false });
      for (let n = 0; n < 3; n++) await disk.look();
      const answer = await fetch(short.url('ops', '/health/ready'));
      const metrics = await (await fetch(short.url('ops', '/metrics'))).text();
      const put = short.app
        .get(Blobs, { strict: false })
        .put({ tenant, owner: `tests/${randomUUID()}` }, streamOf('picture'), {
          contentType: 'image/png',
          mostBytes: 9,
        });
      const seen = {
        state: disk.state,
        told: { ...lines },
        ready: [answer.status, ((await answer.json()) as { checks: Record<string, string> }).checks['disk']],
        picture: await outcomeOf(put),
        notification: await outcomeOf(short.app.get(StoredBytes, { strict: false }).mostOf(tenant)),
      };
      await short.close();
      jest.restoreAllMocks();
      return { seen, metrics };
    }

    it('is told while there is some, once', async () => {
      const { bavail, bsize } = await statfs(await folder());
      const alarm = Math.ceil((2 * bavail * bsize) / 1024 ** 2);
      const { seen, metrics } = await withAlarm({ DISK_FREE_ALARM: String(alarm) });
      const told = { warn: 1, error: 0 };
      expect(seen).toEqual({ state: 'low', told, ready: [200, 'down'], picture: 'done', notification: 'done' });
      expect(metrics).toContain('countersign_disk_state{state="low"} 1');
      expect(metrics).toMatch(/^countersign_disk_free_bytes [1-9]/m);
    });

    it('takes nothing large when hardly any is left, and the rest goes on', async () => {
      const { seen } = await withAlarm({ DISK_FREE_ALARM: '1000000000' });
      const [told, refused] = [{ warn: 0, error: 1 }, 'kernel/unavailable'];
      expect(seen).toEqual({ state: 'full', told, ready: [200, 'down'], picture: refused, notification: refused });
    });

    it('whose disk nobody sees is told by what it has grown to', async () => {
      const { seen, metrics } = await withAlarm({ DATABASE_SIZE_ALARM: '1' });
      const told = { warn: 1, error: 0 };
      expect(seen).toEqual({ state: 'low', told, ready: [200, 'down'], picture: 'done', notification: 'done' });
      expect(metrics).toMatch(/^countersign_database_bytes [1-9]/m);
    });
  });
});

const folder = async (): Promise<string> =>
  (await db.one<{ folder: string }>(`SELECT current_setting('data_directory') AS folder`))!.folder;

async function* streamOf(text: string): AsyncGenerator<Buffer> {
  yield await Promise.resolve(Buffer.from(text));
}

const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'done',
    (error: unknown) => (error instanceof DomainError ? error.kind.code : 'failed'),
  );
