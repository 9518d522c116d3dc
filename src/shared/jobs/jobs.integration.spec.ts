import type { Provider } from '@nestjs/common';
import { EventTimings, HandlesJob, JobAdministration, JobHandler, type JobRun, Postponed } from './index.js';
import { JobStore } from './job.store.js';
import { Database, type JobRequest, PendingWrites, UnitOfWork } from '../persistence/index.js';
import { currentContext, runInContext } from '../kernel/index.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { kill, startHolding } from '../../../test/integration/support/held-work.js';
import { meetAtLock } from '../../../test/support/held-locks.js';
import { gate, until } from '../../../test/integration/support/until.js';

type Note = { readonly note: string };

let done: string[] = [];
let runs: JobRun[] = [];
let failures = 0;
let atOnce = 0;
let mostAtOnce = 0;
let hold: Promise<void> | undefined;
let context: ReturnType<typeof currentContext>;

@HandlesJob('testing/note', { concurrency: 3, waitSeconds: Array<number>(9).fill(600) })
class WriteNote extends JobHandler<Note> {
  async perform({ note }: Note, run: JobRun): Promise<void> {
    runs.push(run);
    context = currentContext();
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    try {
      await hold;
      if (failures-- > 0) throw new Error('not now');
      done.push(note);
    } finally {
      atOnce--;
    }
  }
}

@HandlesJob('testing/waits', { waitSeconds: [5, 300] })
class FailByPlan extends JobHandler {
  async perform(): Promise<void> {
    throw new Error('as planned');
  }
}

@HandlesJob('testing/busy', { waitSeconds: [] })
class FindBusy extends JobHandler {
  async perform(): Promise<void> {
    done.push('busy');
    throw new Postponed('busy', 3_600);
  }
}

let slow = gate();

@HandlesJob('testing/slow', { concurrency: 1, leaseSeconds: 0.3 })
class BeSlow extends JobHandler {
  async perform(_payload: object, run: JobRun): Promise<void> {
    runs.push(run);
    await slow.passed;
  }
}

@HandlesJob('testing/stubborn')
class EndOnlyWhenTold extends JobHandler {
  async perform(_payload: object, run: JobRun): Promise<void> {
    runs.push(run);
    await new Promise((_, reject) => run.signal.addEventListener('abort', () => reject(new Error('told to end'))));
  }
}

@HandlesJob('testing/held')
class TakeOver extends JobHandler<{ thing: string }> {
  async perform({ thing }: { thing: string }, run: JobRun): Promise<void> {
    runs.push(run);
    done.push(thing);
  }
}

let givenUp: string[] = [];
let givenBack = 0;

@HandlesJob('testing/given-up', { waitSeconds: [0] })
class GiveUp extends JobHandler<Note> {
  async perform({ note }: Note): Promise<void> {
    if (note !== 'fine') throw new Error('not now');
  }

  override async givenBack(): Promise<void> {
    givenBack++;
    throw new Error('cannot be told');
  }

  override async giveUp({ note }: Note): Promise<void> {
    if (failures-- > 0) throw new Error('cannot be told either');
    givenUp.push(note);
  }
}

let places = 0;

@HandlesJob('testing/places', { laneConcurrency: Infinity })
class KnowOnlyHere extends JobHandler<Note> {
  override places = (): number => places;
  override offers = (): readonly string[] => ['this', 'that'];

  async perform({ note }: Note): Promise<void> {
    mostAtOnce = Math.max(mostAtOnce, ++atOnce);
    await hold;
    atOnce--;
    if (places === 0) throw new Error('its places are gone');
    done.push(note);
  }
}

const handlers = [WriteNote, FailByPlan, FindBusy, BeSlow, EndOnlyWhenTold, TakeOver, GiveUp, KnowOnlyHere];
/** Processes with these timings never poll, so that only a commit can trigger a look-up. */
const neverPolls = { provide: EventTimings, useValue: { pollMs: 3_600_000, deliveryMs: 15_000, answerMs: 2_000 } };
const pollsOften = { provide: EventTimings, useValue: { pollMs: 20, deliveryMs: 15_000, answerMs: 2_000 } };

/** A process that stores jobs but runs none. */
let asking: TestApplication;
let db: Database;
let worker: TestApplication | undefined;

const startWorker = async (timings: Provider = pollsOften, env = {}) =>
  (worker = await startTestApplication({
    database: asking.database,
    env: { SURFACES: 'worker', ...env },
    providers: [...handlers, timings],
  }));
const ask = (jobs: JobRequest[], app = asking) =>
  app.app.get(UnitOfWork).run(async (tx) => void tx.pending.jobs.push(...jobs));
const note = (text: string, more: Partial<JobRequest> = {}): JobRequest => ({
  kind: 'testing/note',
  payload: { note: text },
  ...more,
});

interface StoredJob {
  kind: string;
  payload: object;
  attempts: number;
  leased: boolean;
  parked: boolean;
  wait: number;
  last_error: string | null;
}
const stored = () =>
  db.rows<StoredJob>(
    `SELECT kind, payload, attempts, lease IS NOT NULL AS leased, parked_at IS NOT NULL AS parked, last_error,
            extract(epoch FROM due_at - now())::float8 AS wait
     FROM shared.job WHERE kind LIKE 'testing/%' ORDER BY created_at, id`,
  );
const makeDue = () => db.rows(`UPDATE shared.job SET due_at = now() WHERE kind LIKE 'testing/%'`);
const left = (count: number) => until(async () => (await stored()).length === count);
const allDone = () => left(0);
const begun = (count: number) => until(() => runs.length >= count);

describe('Jobs', () => {
  beforeAll(async () => {
    asking = await startTestApplication({ env: { SURFACES: 'management' }, providers: handlers });
    db = asking.app.get(Database);
  });
  afterAll(() => asking.close());
  beforeEach(async () => {
    await db.rows(`DELETE FROM shared.job WHERE kind LIKE 'testing/%'`);
    done = [];
    runs = [];
    failures = 0;
    atOnce = 0;
    mostAtOnce = 0;
    hold = undefined;
    slow = gate();
    givenUp = [];
    givenBack = 0;
    places = 0;
  });
  afterEach(async () => {
    await worker?.close();
    worker = undefined;
  });

  describe('A job', () => {
    it('is done as soon as its request is committed, without waiting for a poll', async () => {
      const { app } = await startWorker(neverPolls);
      await app.get(UnitOfWork).run(async (tx) => void tx.pending.jobs.push(note('at once')));
      await allDone();
      expect(done).toEqual(['at once']);
    });

    it('is found by the workers of other processes', async () => {
      await startWorker();
      await ask([note('elsewhere')]);
      await allDone();
      expect(done).toEqual(['elsewhere']);
    });

    it('is not done when its request is rolled back', async () => {
      await startWorker();
      const undone = asking.app.get(UnitOfWork).run(async (tx) => {
        tx.pending.jobs.push(note('never'));
        throw new Error('undone');
      });
      await expect(undone).rejects.toThrow('undone');
      expect(await stored()).toEqual([]);
    });

    it('waits until it is due', async () => {
      await startWorker();
      await ask([note('later', { dueAt: new Date(Date.now() + 3_600_000) }), note('now')]);
      await left(1);
      expect(done).toEqual(['now']);
      await makeDue();
      await allDone();
      expect(done).toEqual(['now', 'later']);
    });

    it('acts for the service, not for the request that asked', async () => {
      const { app } = await startWorker(neverPolls);
      const requester = { kind: 'client' as const, id: 'requester' };
      const request = { requestId: 'asked', traceId: '', address: null, actor: requester };
      await runInContext(request, () => ask([note('whose')], { ...asking, app }));
      await allDone();
      expect(context).toMatchObject({ requestId: runs[0]?.id, actor: { kind: 'system', id: 'testing/note' } });
    });

    it('waits for a process that handles its kind when nobody here does', async () => {
      await startWorker();
      await ask([{ kind: 'testing/newer', payload: {} }, note('known')]);
      await left(1);
      expect(await stored()).toMatchObject([{ kind: 'testing/newer', attempts: 0 }]);
      expect(done).toEqual(['known']);
    });
  });

  describe('A job that fails', () => {
    it('is tried again', async () => {
      await startWorker();
      failures = 1;
      await ask([note('second try')]);
      await begun(1);
      await until(async () => (await stored())[0]?.leased === false);
      expect(await stored()).toMatchObject([{ attempts: 1, parked: false, last_error: 'not now' }]);
      await makeDue();
      await allDone();
      expect(runs.map(({ attempt }) => attempt)).toEqual([1, 2]);
      expect(done).toEqual(['second try']);
    });

    it('is parked after the tenth time, counted, and done when it is replayed', async () => {
      await startWorker();
      failures = Infinity;
      await ask([note('parked')]);
      await until(async () => (await makeDue(), (await stored())[0]?.parked === true));
      expect(runs).toHaveLength(10);
      const desk = asking.app.get(JobAdministration);
      const figures = (await desk.figures()).find(({ kind }) => kind === 'testing/note');
      expect(figures).toEqual({ kind: 'testing/note', waiting: 0, running: 0, parked: 1, held: 0, overdueSeconds: 0 });

      failures = 0;
      expect(await desk.replayParked({ kind: 'testing/other' })).toBe(0);
      expect(await desk.replayParked({ kind: 'testing/note' })).toBe(1);
      await allDone();
      expect(done).toEqual(['parked']);
    });

    it('keeps its attempts and waits when it is postponed', async () => {
      await startWorker();
      await ask([{ kind: 'testing/busy', payload: {} }]);
      const waits = `SELECT attempts FROM shared.job WHERE kind = 'testing/busy' AND parked_at IS NULL AND lease IS NULL`;
      await until(async () => done.length === 1 && (await db.rows(waits)).length === 1);
      expect(await db.rows(`${waits} AND due_at > now()`)).toEqual([{ attempts: 0 }]);
    });

    it('waits as its own plan says, and is parked after the last', async () => {
      await startWorker();
      await ask([{ kind: 'testing/waits', payload: {} }]);
      const failed = async (n: number) => {
        await until(async () => ((job) => job?.attempts === n && !job.leased)((await stored())[0]));
        return (await stored())[0]!;
      };
      expect((await failed(1)).wait).toBeLessThanOrEqual(5 * 1.2);
      await makeDue();
      const second = await failed(2);
      expect(second.wait).toBeGreaterThan(6);
      expect(second.wait).toBeLessThanOrEqual(300 * 1.2);
      await makeDue();
      expect(await failed(3)).toMatchObject({ parked: true, last_error: 'as planned' });
    });

    it('is parked without another try when it has ended its process each time', async () => {
      await ask([note('poison')]);
      await db.rows(`UPDATE shared.job SET attempts = 10, lease = gen_random_uuid() WHERE kind = 'testing/note'`);
      await startWorker();
      await until(async () => (await stored())[0]?.parked === true);
      expect(runs).toEqual([]);
    });
  });

  describe('A job whose handler ends what has failed too often', () => {
    const asked = (note: string) => ask([{ kind: 'testing/given-up', payload: { note } }]);

    it('is not parked: it is ended once, and gone', async () => {
      await startWorker();
      await asked('fine');
      await asked('hopeless');
      await allDone();
      expect([givenUp, givenBack]).toEqual([['hopeless'], 1]);
    });

    it('is ended without another try when it has ended its process each time', async () => {
      await asked('fine');
      await db.rows(`UPDATE shared.job SET attempts = 2, lease = gen_random_uuid() WHERE kind = 'testing/given-up'`);
      await startWorker();
      await allDone();
      expect(givenUp).toEqual(['fine']);
    });

    it('stays when that fails too, until its lease ends', async () => {
      failures = 1;
      await asked('hopeless');
      await startWorker();
      await until(() => failures === 0);
      expect(await stored()).toMatchObject([{ attempts: 2, leased: true, parked: false }]);
      await makeDue();
      await allDone();
      expect(givenUp).toEqual(['hopeless']);
    });
  });

  describe('A job of a kind whose places only the process knows', () => {
    const asked = (...notes: string[]) =>
      ask(notes.map((note) => ({ kind: 'testing/places', payload: { note, needs: note }, lane: note })));

    it('is left to others by one that has none', async () => {
      await startWorker();
      await asked('this');
      await ask([note('known')]);
      await left(1);
      expect(await stored()).toMatchObject([{ kind: 'testing/places', attempts: 0 }]);
    });

    it('runs beside as many as there are places, not as many as are declared', async () => {
      places = 3;
      const first = gate();
      hold = first.passed;
      await asked(...Array<string>(5).fill('this'));
      await startWorker();
      await until(() => atOnce === 3);
      first.open();
      await allDone();
      expect([mostAtOnce, done.length]).toEqual([3, 5]);
    });

    it('is given back untried when the places end before it does', async () => {
      places = 1;
      const first = gate();
      hold = first.passed;
      await asked('this');
      await startWorker();
      await until(() => atOnce === 1);
      places = 0;
      first.open();
      await until(async () => (await stored())[0]?.leased === false);
      expect(await stored()).toMatchObject([{ attempts: 0, last_error: null }]);
    });

    it('is left to others when it needs what the process does not offer', async () => {
      places = 1;
      await startWorker();
      await asked('something else', 'that', 'this');
      await left(1);
      expect(done).toEqual(['that', 'this']);
      expect(await stored()).toMatchObject([{ payload: { needs: 'something else' }, attempts: 0 }]);
    });
  });

  describe('A job that nobody wants any more', () => {
    it('is removed unless a process runs it, and it is known whether anybody had begun with it', async () => {
      const desk = asking.app.get(JobAdministration);
      await ask(['new', 'begun', 'left', 'running'].map((key) => note(key, { dedupeKey: key })));
      await db.rows(`UPDATE shared.job SET attempts = 1 WHERE dedupe_key IN ('begun', 'left', 'running')`);
      await db.rows(
        `UPDATE shared.job SET lease = gen_random_uuid(),
           due_at = now() + CASE dedupe_key WHEN 'running' THEN interval '1 minute' ELSE interval '-1 second' END
         WHERE dedupe_key IN ('left', 'running')`,
      );
      expect(await desk.withdraw(db, 'testing/other', ['new', 'begun'])).toBe(0);
      expect(await desk.withdraw(db, 'testing/note', ['new', 'begun', 'left', 'running', 'none'])).toBe(1);
      expect(await stored()).toMatchObject([{ payload: { note: 'running' } }]);
    });
  });

  describe('Asking for the same job again', () => {
    const asked = (text: string, more = {}) => ask([note(text, { dedupeKey: 'same', ...more })]);

    it('makes no second one while it waits; the latest payload and the earliest time count', async () => {
      await asked('one', { dueAt: new Date(Date.now() + 7_200_000) });
      await asked('two', { dueAt: new Date(Date.now() + 3_600_000) });
      await asked('three', { dueAt: new Date(Date.now() + 7_200_000) });
      const jobs = await stored();
      expect(jobs).toMatchObject([{ payload: { note: 'three' } }]);
      expect(jobs[0]?.wait).toBeLessThanOrEqual(3_600);
    });

    it('makes one job in one transaction', async () => {
      await ask([note('one', { dedupeKey: 'same' }), note('two', { dedupeKey: 'same' }), note('other')]);
      expect((await stored()).map(({ payload }) => payload)).toEqual(
        expect.arrayContaining([{ note: 'two' }, { note: 'other' }]),
      );
      expect(await stored()).toHaveLength(2);
    });

    it('makes it run once more while it runs, not beside the first', async () => {
      await startWorker();
      const first = gate();
      hold = first.passed;
      await asked('first');
      await begun(1);
      await asked('again');
      await asked('and again');
      first.open();
      await allDone();
      expect(done).toEqual(['first', 'and again']);
      expect(mostAtOnce).toBe(1);
    });

    it('makes it run once more while it fails for the last time, and it is not parked', async () => {
      const last = gate();
      hold = last.passed;
      failures = 1;
      await asked('first');
      await db.rows(`UPDATE shared.job SET attempts = 9 WHERE kind = 'testing/note'`);
      await startWorker();
      await begun(1);
      await asked('again');
      last.open();
      await allDone();
      expect(done).toEqual(['again']);
    });

    it('keeps workers from it until the request is committed, so that they see what it was asked for', async () => {
      await asked('one');
      const jobs = asking.app.get(JobStore);
      const flushed = gate();
      const commit = gate();
      const asking2 = asking.app.get(UnitOfWork).run(async (tx) => {
        const pending = new PendingWrites();
        pending.jobs.push(note('two', { dedupeKey: 'same' }));
        await pending.flush(tx);
        flushed.open();
        await commit.passed;
      });
      await flushed.passed;
      expect(await jobs.take('testing/note', 60, 10)).toEqual([]);
      commit.open();
      await asking2;
      expect(await jobs.take('testing/note', 60, 10)).toMatchObject([{ payload: { note: 'two' } }]);
    });

    it('does not bring back early what waits after a failure', async () => {
      await asked('one');
      await db.rows(
        `UPDATE shared.job SET attempts = 3, due_at = now() + interval '1 hour' WHERE kind = 'testing/note'`,
      );
      await asked('two');
      expect((await stored())[0]?.wait).toBeGreaterThan(1_800);
    });

    it('is not held up by one that is parked; a replay drops what waits anyway', async () => {
      const park = `UPDATE shared.job SET parked_at = now() WHERE kind = 'testing/note'`;
      const desk = asking.app.get(JobAdministration);
      await asked('one');
      await db.rows(park);
      await asked('two');
      await db.rows(park);
      await asked('three');
      expect(await desk.replayParked()).toBe(0);
      expect(await stored()).toMatchObject([{ payload: { note: 'three' }, parked: false }]);
    });

    it('has it replayed once when it was parked twice', async () => {
      const park = `UPDATE shared.job SET parked_at = now() WHERE kind = 'testing/note'`;
      for (const text of ['one', 'two']) {
        await asked(text);
        await db.rows(park);
      }
      expect(await asking.app.get(JobAdministration).replayParked()).toBe(1);
      expect(await stored()).toMatchObject([{ payload: { note: 'two' }, parked: false, attempts: 0 }]);
    });

    it('at the same moment as a replay drops the parked job', async () => {
      await asked('parked');
      await db.rows(`UPDATE shared.job SET parked_at = now() WHERE kind = 'testing/note'`);
      const [{ dedupe_key: key } = { dedupe_key: '' }] = await db.rows<{ dedupe_key: string }>(
        `SELECT dedupe_key FROM shared.job WHERE kind = 'testing/note'`,
      );
      const request = `INSERT INTO shared.job (id, kind, payload, dedupe_key, due_at)
        VALUES (gen_random_uuid(), 'testing/note', '{"note":"new"}', $1, now())`;
      const replay = () => asking.app.get(JobAdministration).replayParked();
      const [replayed] = await meetAtLock(asking.database, request, [key], [replay]);
      expect(replayed).toEqual({ status: 'fulfilled', value: 0 });
      expect(await stored()).toMatchObject([{ payload: { note: 'new' }, parked: false }]);
    });
  });

  describe('A worker', () => {
    it('lets a slow kind delay no other', async () => {
      await startWorker();
      await ask([1, 2, 3, 4].map(() => ({ kind: 'testing/slow', payload: {} })));
      await begun(1);
      await ask([note('quick')]);
      await until(() => done.includes('quick'));
      slow.open();
      await allDone();
    });

    it('does as many of a kind at once as the kind allows', async () => {
      await startWorker();
      const first = gate();
      hold = first.passed;
      await ask(Array.from({ length: 8 }, (_, index) => note(`note ${index}`)));
      await begun(3);
      first.open();
      await allDone();
      expect(mostAtOnce).toBe(3);
      expect(done).toHaveLength(8);
    });

    it('shares the work with others: each job is done once', async () => {
      const other = await startTestApplication({
        database: asking.database,
        env: { SURFACES: 'worker' },
        providers: [...handlers, pollsOften],
      });
      await startWorker();
      const notes = Array.from({ length: 100 }, (_, index) => `note ${index}`);
      await ask(notes.map((text) => note(text)));
      await allDone();
      expect(done.sort()).toEqual(notes.sort());
      await other.close();
    });

    it('keeps renewing the lease of a long job', async () => {
      await startWorker();
      await ask([{ kind: 'testing/slow', payload: {} }]);
      await begun(1);
      const ends = new Set<number | undefined>();
      const leaseEnd = `SELECT due_at FROM shared.job WHERE kind = 'testing/slow'`;
      await until(async () => ends.add((await db.rows<{ due_at: Date }>(leaseEnd))[0]?.due_at.getTime()).size > 4);
      slow.open();
      await allDone();
      expect(runs).toHaveLength(1);
    });

    it('that has lost a lease is told, and leaves the job to its new owner', async () => {
      await startWorker();
      await ask([{ kind: 'testing/slow', payload: {} }]);
      await begun(1);
      await db.rows(
        `UPDATE shared.job SET lease = gen_random_uuid(), due_at = now() + interval '1 hour' WHERE kind = 'testing/slow'`,
      );
      await until(() => runs[0]?.signal.aborted === true);
      slow.open();
      await worker?.close();
      worker = undefined;
      expect(await stored()).toMatchObject([{ kind: 'testing/slow', leased: true }]);
    });

    it('takes over what a killed process held', async () => {
      const killed = await startHolding('job', asking);
      expect(await stored()).toMatchObject([{ kind: 'testing/held', attempts: 1, leased: true }]);
      await kill(killed);
      await startWorker();
      await allDone();
      expect(done).toEqual(['held']);
      expect(runs).toMatchObject([{ attempt: 2 }]);
    });
  });

  describe('At shutdown a worker', () => {
    it('finishes what it does', async () => {
      await startWorker();
      const first = gate();
      hold = first.passed;
      await ask([note('last')]);
      await begun(1);
      const closed = worker?.close();
      first.open();
      await closed;
      worker = undefined;
      expect(done).toEqual(['last']);
      expect(await stored()).toEqual([]);
    });

    it('ends what does not end by itself, and gives it back untried', async () => {
      await startWorker(pollsOften, { DRAIN_SECONDS: '0' });
      await ask([{ kind: 'testing/stubborn', payload: {} }]);
      await begun(1);
      await worker?.close();
      worker = undefined;
      expect(await stored()).toMatchObject([{ attempts: 0, leased: false, last_error: null }]);
    });
  });
});
