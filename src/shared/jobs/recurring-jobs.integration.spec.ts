import type { Provider } from '@nestjs/common';
import type pg from 'pg';
import { EventTimings, JobHandler, type JobRun, Recurring } from './index.js';
import { JobStore } from './job.store.js';
import { newId } from '../kernel/index.js';
import { Database } from '../persistence/index.js';
import { startTestApplication } from '../../../test/support/application.js';
import { createTestDatabase, type TestDatabase } from '../../../test/support/database.js';
import { performJob } from '../../../test/support/jobs.js';
import { until } from '../../../test/integration/support/until.js';

const EVERY_SECONDS = 0.2;

/** How many whole intervals have passed since the row was created, by the database's clock. */
const TURN = `SELECT floor(extract(epoch FROM now() - created_at) / ${EVERY_SECONDS})::int AS turn
              FROM shared.job WHERE kind = 'testing/often'`;
let turns: number[] = [];

@Recurring('testing/often', { everySeconds: EVERY_SECONDS })
class CountTurns extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  async perform(): Promise<void> {
    turns.push((await this.db.one<{ turn: number }>(TURN))?.turn ?? NaN);
  }
}

let days = 0;
let failures = 0;

@Recurring('testing/daily', { everySeconds: 86_400, waitSeconds: [600] })
class CountDays extends JobHandler {
  async perform(): Promise<void> {
    days++;
    if (failures-- > 0) throw new Error('not today');
  }
}

const pollsOften = { provide: EventTimings, useValue: { pollMs: 20, deliveryMs: 15_000, answerMs: 2_000 } };

let database: TestDatabase;
let outside: pg.Client;
const start = (...handlers: Provider[]) =>
  startTestApplication({ database, env: { SURFACES: 'worker' }, providers: [...handlers, pollsOften] });

interface QueueKey {
  readonly attempts: number;
  readonly wait: number;
  readonly last_error: string | null;
}
const DAILY = `SELECT attempts, last_error, extract(epoch FROM due_at - now())::float8 AS wait
               FROM shared.job WHERE kind = 'testing/daily' AND lease IS NULL`;
const daily = async () => (await outside.query<QueueKey>(DAILY)).rows;
/** Shifts the times of the daily job into the past, as if this much time had passed. */
const pass = (time: string) =>
  outside.query(
    `UPDATE shared.job SET created_at = created_at - $1::interval, due_at = due_at - $1::interval
     WHERE kind = 'testing/daily'`,
    [time],
  );
const daysDone = (count: number) => until(async () => days >= count && (await daily()).length > 0);

describe('Jobs recurring', () => {
  beforeEach(async () => {
    database = await createTestDatabase();
    outside = await database.connect();
    turns = [];
    days = 0;
    failures = 0;
  });
  afterEach(async () => {
    await outside.end();
    await database.release();
  });

  describe('Recurring work', () => {
    it('is done by one of several processes each turn', async () => {
      const processes = [await start(CountTurns), await start(CountTurns)];
      await until(() => turns.length > 8);
      await Promise.all(processes.map((running) => running.close()));
      expect(new Set(turns).size).toBe(turns.length);
    });

    it('is not done again by a restart, but in its next turn', async () => {
      const first = await start(CountDays);
      await daysDone(1);
      await first.close();
      const second = await start(CountDays);
      expect((await daily())[0]?.wait).toBeGreaterThan(3_600);
      await pass('1 day');
      await daysDone(2);
      await second.close();
      expect(days).toBe(2);
    });

    it('does not make up for the turns that were missed, and keeps its hour', async () => {
      const running = await start(CountDays);
      await daysDone(1);
      await pass('10 days 6 hours');
      await daysDone(2);
      await running.close();
      expect(days).toBe(2);
      const [next] = await daily();
      expect(next?.wait).toBeGreaterThan(17.9 * 3_600);
      expect(next?.wait).toBeLessThanOrEqual(18 * 3_600);
    });

    it('is tried again after a failure, and after the last try left until its next turn, never parked', async () => {
      failures = Infinity;
      const running = await start(CountDays);
      await daysDone(1);
      expect(await daily()).toMatchObject([{ attempts: 1, last_error: 'not today' }]);
      expect((await daily())[0]?.wait).toBeLessThanOrEqual(720);
      await pass('1 hour');
      await daysDone(2);
      expect(await daily()).toMatchObject([{ attempts: 0, last_error: 'not today' }]);
      expect((await daily())[0]?.wait).toBeGreaterThan(3_600);
      failures = 0;
      await pass('1 day');
      await daysDone(3);
      await running.close();
      expect(await daily()).toMatchObject([{ attempts: 0, last_error: null }]);
    });

    it('comes sooner when its interval has become shorter', async () => {
      const running = await start();
      await running.app.get(JobStore).keepRecurring('testing/daily', 86_400);
      await outside.query(`UPDATE shared.job SET due_at = now() + interval '10 days' WHERE kind = 'testing/daily'`);
      await running.app.get(JobStore).keepRecurring('testing/daily', 60);
      expect((await daily())[0]?.wait).toBeLessThanOrEqual(60);
      await running.close();
    });
  });

  describe('What the event machinery leaves behind', () => {
    const run: JobRun = { id: 'by hand', attempt: 1, signal: new AbortController().signal };

    it('is purged from the inbox after 30 days, unless the event can still come', async () => {
      const [old, stillStored, fresh] = [newId(), newId(), newId()];
      const running = await startTestApplication({ database, env: { SURFACES: 'management' } });
      await outside.query(
        `INSERT INTO shared.inbox (event_id, handler, handled_at)
       SELECT id, 'testing', now() - interval '31 days' FROM unnest($1::uuid[]) AS id`,
        [[old, stillStored]],
      );
      await outside.query(
        `INSERT INTO shared.inbox (event_id, handler, handled_at)
       SELECT gen_random_uuid(), 'testing', now() - interval '31 days' FROM generate_series(1, 2500)`,
      );
      await outside.query(`INSERT INTO shared.inbox (event_id, handler) VALUES ($1, 'testing')`, [fresh]);
      await outside.query(
        `INSERT INTO shared.outbox (id, type, key, payload, occurred_at, due_at, parked_at)
       VALUES ($1, 'testing.parked.v1', '', '{}', now(), now(), now())`,
        [stillStored],
      );
      await performJob(running.app, 'shared/purge-inbox', {}, run);
      await running.close();
      const { rows } = await outside.query<{ event_id: string }>('SELECT event_id FROM shared.inbox');
      expect(rows.map((row) => row.event_id).sort()).toEqual([stillStored, fresh].sort());
    });

    it('is purged from the signals after an hour', async () => {
      const running = await startTestApplication({ database, env: { SURFACES: 'management' } });
      const store = 'INSERT INTO shared.signal (topic, payload, sent_at) VALUES ($1, $2, now() - $3::interval)';
      await outside.query(store, ['testing.old', '{}', '61 minutes']);
      await outside.query(store, ['testing.young', '{}', '59 minutes']);
      await performJob(running.app, 'shared/purge-signals', {}, run);
      await running.close();
      const { rows } = await outside.query<{ topic: string }>('SELECT topic FROM shared.signal');
      expect(rows).toEqual([{ topic: 'testing.young' }]);
    });
  });
});
