import { advisoryLocks, Database, type Tx, UnitOfWork } from '../persistence/index.js';
import { EventTimings, HandlesJob, JobHandler, LaneHolds } from './index.js';
import { JobStore, BEGIN_BY_INDEX, TAKE_FROM_LANES } from './job.store.js';
import { JobLanes } from './job.worker.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { meetAtLock } from '../../../test/support/held-locks.js';
import { kill, startHolding } from '../../../test/integration/support/held-work.js';
import { gate, until } from '../../../test/integration/support/until.js';

type Call = { readonly endpoint: string; readonly number: number };

const KIND = 'testing/call';
let slow = gate();
let failing = false;
let running = 0;
let mostRunning = 0;
let done: Call[] = [];

@HandlesJob(KIND, { concurrency: 4, laneConcurrency: 2, waitSeconds: [0] })
class CallEndpoint extends JobHandler<Call> {
  async perform(call: Call): Promise<void> {
    if (call.endpoint === 'slow') {
      mostRunning = Math.max(mostRunning, ++running);
      await slow.passed;
      running--;
    }
    if (failing) throw new Error('not now');
    done.push(call);
  }
}

@HandlesJob('testing/held-lane', { concurrency: 4, laneConcurrency: 1 })
class TakeOver extends JobHandler<Call> {
  async perform(call: Call): Promise<void> {
    done.push(call);
  }
}

const providers = [
  CallEndpoint,
  TakeOver,
  { provide: EventTimings, useValue: { pollMs: 20, deliveryMs: 15_000, answerMs: 2_000 } },
];

let asking: TestApplication;
let db: Database;
let store: JobStore;
let workers: TestApplication[] = [];

const startWorkers = async (count: number) => {
  for (let n = 0; n < count; n++) {
    const env = { SURFACES: 'worker', DATABASE_POOL: '4' };
    workers.push(await startTestApplication({ database: asking.database, env, providers }));
  }
};
const ask = (endpoint: string, count: number, kind = KIND) =>
  asking.app.get(UnitOfWork).run(async (tx) => {
    for (let number = 0; number < count; number++) {
      tx.pending.jobs.push({ kind, payload: { endpoint, number }, lane: endpoint });
    }
  });
const doneOf = (endpoint: string) => done.filter((call) => call.endpoint === endpoint).length;
const take = (limit: number, fromLane = '', laneCap = 2) => store.takeFromLanes(KIND, 60, limit, { fromLane, laneCap });

const OTHER_PROCESS_TAKES = `
  WITH lock AS (SELECT pg_advisory_xact_lock(${advisoryLocks.jobLanes}, hashtext($1)))
  UPDATE shared.job SET lease = gen_random_uuid(), due_at = now() + interval '1 minute'
  WHERE id IN (SELECT id FROM shared.job, lock WHERE kind = $1 LIMIT 2)`;

describe('Jobs lanes', () => {
  beforeAll(async () => {
    asking = await startTestApplication({ env: { SURFACES: 'management' }, providers, fresh: true });
    db = asking.app.get(Database);
    store = asking.app.get(JobStore);
  });
  afterAll(() => asking.close());
  beforeEach(async () => {
    await db.rows(`DELETE FROM shared.job WHERE kind LIKE 'testing/%'`);
    [slow, failing, running, mostRunning, done] = [gate(), false, 0, 0, []];
  });
  afterEach(async () => {
    slow.open();
    for (const worker of workers) await worker.close();
    workers = [];
  });

  describe('A lane that hangs', () => {
    it('delays no other, and never takes more than its share of all processes', async () => {
      await ask('slow', 20);
      await startWorkers(2);
      await until(() => running === 2);
      for (const endpoint of ['a', 'b', 'c']) await ask(endpoint, 20);
      await until(() => ['a', 'b', 'c'].every((endpoint) => doneOf(endpoint) === 20));
      expect(doneOf('slow')).toBe(0);
      slow.open();
      await until(() => doneOf('slow') === 20);
      expect(mostRunning).toBe(2);
    });

    it('keeps its share when two processes take at the same instant', async () => {
      await ask('slow', 10);
      // A second process has taken as many jobs of the lane as may run at once, and has not committed yet.
      const taken = await meetAtLock(asking.database, OTHER_PROCESS_TAKES, [KIND], [() => take(4)]);
      expect(taken).toEqual([{ status: 'fulfilled', value: [] }]);
    });

    it.each([
      ['before', false],
      ['after', true],
    ])('is not read, however much waits in it: %s PostgreSQL has noticed', async (_when, analysed) => {
      const holder = await asking.database.connect();
      await holder.query('VACUUM shared.job'); // dead rows of earlier tests would add to the blocks that are counted
      await db.rows(
        `INSERT INTO shared.job (id, kind, payload, due_at, lane)
       SELECT gen_random_uuid(), $1, '{}', now() - interval '1 hour', 'slow' FROM generate_series(1, 20000)`,
        [KIND],
      );
      await take(2);
      await ask('z', 1);
      if (analysed) await holder.query('ANALYZE shared.job');
      // A prepared statement, so that PostgreSQL uses the generic plan, as it does in the service.
      await holder.query(`PREPARE taking AS ${TAKE_FROM_LANES}`);
      await holder.query(BEGIN_BY_INDEX);
      const { rows } = await holder.query<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>(
        `EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON) EXECUTE taking ('${KIND}', 60, 4, '', 2)`,
      );
      await holder.query('ROLLBACK');
      await holder.end();
      const plan = rows[0]?.['QUERY PLAN'][0]?.Plan ?? {};
      expect(plan['Actual Rows']).toBe(1);
      expect(plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!).toBeLessThan(150);
    });
  });

  describe('Lanes', () => {
    it('take turns, whatever waits in the first ones', async () => {
      for (const endpoint of ['a', 'b', 'ä']) await ask(endpoint, 5);
      const declared = { kind: KIND, leaseSeconds: 60 } as never;
      const lanes = new JobLanes(store, declared, 5);
      const order: unknown[] = [];
      for (let n = 0; n < 7; n++) order.push(...(await lanes.take(1)).map(({ payload }) => payload['endpoint']));
      expect(order).toEqual(['a', 'b', 'ä', 'a', 'b', 'ä', 'a']);
    });

    it('are held, and then give one job at a time until they are released', async () => {
      const holds = asking.app.get(LaneHolds);
      const change = (work: (tx: Tx) => void) =>
        asking.app.get(UnitOfWork).run((tx) => {
          work(tx);
          return Promise.resolve();
        });
      for (const endpoint of ['a', 'b']) await ask(endpoint, 4);
      await change((tx) => holds.hold(tx, KIND, 'a', 60));
      const lanesOf = async () => (await take(8)).map(({ lane }) => lane).sort();
      expect(await lanesOf()).toEqual(['b', 'b']);
      await change((tx) => holds.hold(tx, KIND, 'a', 0));
      expect(await lanesOf()).toEqual(['a']);
      expect(await lanesOf()).toEqual([]);
      await change((tx) => holds.release(tx, KIND, 'a'));
      expect(await lanesOf()).toEqual(['a']);
    });

    it('hold jobs that fail and are parked like any other', async () => {
      failing = true;
      await ask('a', 2);
      await startWorkers(1);
      const parked = () => db.rows(`SELECT lane FROM shared.job WHERE kind = $1 AND parked_at IS NOT NULL`, [KIND]);
      await until(async () => (await parked()).length === 2);
      failing = false;
      await ask('a', 1);
      await until(() => done.length === 1);
    });

    it('are freed by the end of the lease when a process was killed', async () => {
      const killed = await startHolding('lane', asking);
      await ask('held', 1, 'testing/held-lane');
      await ask('other', 1, 'testing/held-lane');
      await startWorkers(1);
      await until(() => doneOf('other') === 1);
      expect(doneOf('held')).toBe(0);
      await kill(killed);
      await db.rows(`UPDATE shared.job SET due_at = now() WHERE kind = 'testing/held-lane' AND lane = 'held'`);
      await until(() => doneOf('held') === 2);
    });
  });
});
