import { CONDITIONS, randomSpecimen } from '@countersign/identity-engine/specimens';
import { DocumentEngine } from '../document-engine.service.js';
import { FaceEngine } from '../face/face-engine.service.js';
import { EngineRequestSealer, readingKind, REQUEST_ANSWERED, REQUEST_ASKED } from './engine-request.js';
import { EngineRequestRepository } from './engine-request.repository.js';
import { EngineRequests } from './engine-requests.service.js';
import { Signals } from '../../../shared/events/index.js';
import { JobStore } from '../../../shared/jobs/job.store.js';
import { JobLanes } from '../../../shared/jobs/job.worker.js';
import { MetricsRegistry } from '../../../shared/observability/index.js';
import { newId } from '../../../shared/kernel/index.js';
import { Database, UnitOfWork } from '../../../shared/persistence/index.js';
import { newRingEntry, Sealer } from '../../../shared/security/index.js';
import { Keyring } from '../../../shared/security/sealing/keyring.js';
import { startTestApplication, type TestApplication } from '../../../../test/support/application.js';
import type { TestDatabase } from '../../../../test/support/database.js';
import { photoOf } from '../../../../test/support/faces/sample-faces.js';
import { performJob } from '../../../../test/support/jobs.js';
import { photographOf } from '../../../../test/support/specimens.js';

describe('Engine processes', () => {
  const APART = { IDV_ENGINE_PROCESSES: 'worker', IDV_READING_MS: '10000' };
  const PASSPORT = randomSpecimen('TD3', 271);
  const PATIENT_MS = 120_000;

  let pages: TestApplication;
  let db: Database;
  const start = (surfaces: string, database?: TestDatabase) =>
    startTestApplication({ env: { ...APART, SURFACES: surfaces }, ...(database && { database }) });
  beforeAll(async () => {
    pages = await start('idv');
    db = pages.app.get(Database);
  });
  afterAll(() => pages.close());

  const left = () =>
    db.rows(`SELECT request.job_id, job.attempts, job.lease, request.answer
           FROM idv.engine_job AS request LEFT JOIN shared.job ON job.dedupe_key = request.job_id::text`);
  const jobs = () => db.rows(`SELECT kind FROM shared.job WHERE kind LIKE 'idv/read-%'`);
  const removeAll = () =>
    db.rows(`WITH job AS (DELETE FROM shared.job WHERE kind LIKE 'idv/read-%') DELETE FROM idv.engine_job`);
  const jobsDoneBy = async ({ app }: TestApplication): Promise<string[]> => {
    const { values } = await app.get(MetricsRegistry).getSingleMetric('countersign_worker_jobs_total')!.get();
    return values.filter(({ value }) => value > 0).map(({ labels }) => `${labels['pool']} ${labels['outcome']}`);
  };
  const ask = (pool: string, job: unknown, patienceMs = PATIENT_MS) =>
    pages.app.get(EngineRequests).run(pool, job, patienceMs);
  const passport = () => photographOf(PASSPORT, {}, { ...CONDITIONS.clean, width: 850 });
  const turn = () => new Promise((resolve) => setTimeout(resolve, 50)); // a look takes time from the engine
  const waiting = ({
    many = 1,
    tries = 0,
    wantedForSeconds = 60,
    sealer = pages.app.get<Sealer>(Sealer),
    pool = 'faces',
  }) =>
    db.rows(
      `WITH asked AS (
       INSERT INTO idv.engine_job (job_id, pool, job, wanted_until, has_job)
       SELECT gen_random_uuid(), $5, $4, now() + $3 * interval '1 second', true FROM generate_series(1, $1) RETURNING job_id
     )
     INSERT INTO shared.job (id, kind, payload, dedupe_key, due_at, attempts)
     SELECT gen_random_uuid(), $6, jsonb_build_object('jobId', job_id, 'needs', $7::text), job_id, now(), $2 FROM asked`,
      [many, tries, wantedForSeconds, sealer.seal('a job', 'anywhere'), pool, readingKind(pool), sealer.activeKey],
    );
  /** Takes jobs of a pool one after the other, as a process would. */
  const takingFrom = (pool: string, leaseMs = PATIENT_MS) => {
    const declared = { kind: readingKind(pool), leaseSeconds: leaseMs / 1_000 };
    const { app } = pages;
    const lanes = new JobLanes(app.get(JobStore), declared, Infinity, () => app.get(EngineRequestSealer).keyIds);
    return async () => (await lanes.take(1))[0];
  };
  const unavailable = { name: 'kernel/unavailable', extra: { retryAfterSeconds: expect.any(Number) } };

  describe('A picture that no process reads', () => {
    it('is withdrawn when its time is over: the caller is to come back', async () => {
      await expect(ask('documents', { front: Buffer.from('x') }, 50)).rejects.toMatchObject(unavailable);
      expect([await left(), await jobs()]).toEqual([[], []]);
    });

    it('lies in the database sealed', async () => {
      const requests = pages.app.get(EngineRequestRepository);
      const withdraw = requests.withdraw.bind(requests);
      let stored: Buffer | undefined;
      const lastLook = jest.spyOn(requests, 'withdraw').mockImplementation(async (requestId, pool) => {
        stored = (await db.one<{ job: Buffer }>('SELECT job FROM idv.engine_job WHERE job_id = $1', [requestId]))?.job;
        return withdraw(requestId, pool);
      });
      await expect(ask('documents', { front: Buffer.alloc(64, 'picture') }, 50)).rejects.toMatchObject(unavailable);
      lastLook.mockRestore();
      expect(stored?.length).toBeGreaterThan(64);
      expect(stored?.includes('picture')).toBe(false);
    });

    it('is turned away when too many wait', async () => {
      await waiting({ many: 128 });
      await expect(ask('faces', {})).rejects.toMatchObject(unavailable);
      await removeAll();
    });
  });

  describe('Jobs of several enterprises', () => {
    const requests = () => pages.app.get(EngineRequestRepository);
    const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
    const add = (tenant: string, number: number) =>
      requests().ask({
        requestId: idOf(number),
        pool: 'turns',
        sealedRequest: pages.app.get<Sealer>(Sealer).seal('a job', 'anywhere'),
        wantedForMs: PATIENT_MS,
        tenant,
      });
    let take: ReturnType<typeof takingFrom>;
    beforeEach(() => {
      take = takingFrom('turns');
    });
    const next = async () => Number(((await take())?.payload as { jobId: string } | undefined)?.jobId.slice(-12));
    const answer = (number: number) =>
      db.rows(
        `WITH job AS (DELETE FROM shared.job WHERE dedupe_key = $1::text) DELETE FROM idv.engine_job WHERE job_id = $1::uuid`,
        [idOf(number)],
      );

    it('are read in turns, however many of one wait', async () => {
      for (let number = 1; number <= 60; number++) await add('evil', number);
      expect(await next()).toBe(1);
      await answer(1);
      expect(await next()).toBe(2);
      for (const number of [101, 102]) await add('acme', number);
      expect([await next(), await next(), await next(), await next()]).toEqual([101, 3, 102, 4]);
      await removeAll();
    });

    it('are read in turns with those of others that come one after the other', async () => {
      // Lanes are served in the order of the bytes of their names, so this one is first.
      for (const number of [1, 2, 3]) await add('Busy', number);
      for (const [tenant, number] of [
        ['a', 11],
        ['b', 21],
      ] as const)
        await add(tenant, number);
      const order: number[] = [];
      // Both small tenants send their next picture when the previous one has been read.
      for (let taken = await next(); order.push(taken) < 7; taken = await next()) {
        await answer(taken);
        if (taken > 10) await add(taken < 20 ? 'a' : 'b', taken + 1);
      }
      expect(order).toEqual([1, 11, 21, 2, 12, 22, 3]);
      await removeAll();
    });

    it('are read in turns from the same start after the line was empty', async () => {
      for (const number of [1, 2, 3]) {
        await add('a', number);
        await next();
        await answer(number);
      }
      for (const [tenant, number] of [
        ['b', 21],
        ['b', 22],
        ['a', 11],
        ['a', 12],
      ] as const)
        await add(tenant, number);
      // The next lane is the one after the lane that was served last.
      expect([await next(), await next(), await next(), await next()]).toEqual([21, 11, 22, 12]);
      await removeAll();
    });

    it('cost nothing when they have waited in vain, and those behind them move up', async () => {
      await add('evil', 1);
      await next();
      for (const number of [11, 12, 13, 14]) await add('acme', number);
      for (const number of [11, 12, 13]) await requests().withdraw(idOf(number), 'turns');
      for (const number of [2, 3]) await add('evil', number);
      await add('acme', 15);
      expect([await next(), await next(), await next()]).toEqual([14, 2, 15]);
      await removeAll();
    });

    it('wait up to the number that one may have, and others find room beside them', async () => {
      await waiting({ many: 128, pool: 'turns' });
      expect(await add('', 1)).toBe(false);
      expect(await add('acme', 2)).toBe(true);
      await removeAll();
    });
  });

  describe('Jobs of the engine', () => {
    it('are counted by pool and state', async () => {
      await waiting({ many: 2, pool: 'documents' });
      await takingFrom('documents')();
      const { values } = await pages.app.get(MetricsRegistry).getSingleMetric('countersign_idv_engine_jobs')!.get();
      expect(values.map(({ labels, value }) => [labels['pool'], labels['state'], value])).toEqual([
        ['documents', 'waiting', 1],
        ['documents', 'running', 1],
      ]);
      await removeAll();
    });
  });

  describe('A job that is sealed with a new key', () => {
    it('is left to a process that has the key already', async () => {
      const take = takingFrom('keys');
      await waiting({ pool: 'keys', sealer: new Sealer(Keyring.parse(newRingEntry('next'))) });
      expect(await take()).toBeUndefined();
      await waiting({ pool: 'keys' });
      expect(await take()).toMatchObject({ payload: { jobId: expect.any(String) }, attempts: 1 });
      await removeAll();
    });
  });

  describe('A job that is given back', () => {
    it('is the next of its tenant at once, even if its former process holds on to it a moment later', async () => {
      const store = pages.app.get(JobStore);
      const take = takingFrom('given-back');
      await waiting({ pool: 'given-back' });
      const job = (await take())!;
      expect(await take()).toBeUndefined();
      await waiting({ pool: 'given-back' });
      await store.retry(job, 'its thread ended', 0);
      await store.renew(job, 60);
      const again = (await take())!;
      expect(again.id).toBe(job.id);
      await store.release(again, true);
      expect(await take()).toMatchObject({ id: job.id, attempts: 2 });
      await removeAll();
    });
  });

  const ADDED_BY_RELEASE_BEFORE = `
  WITH line AS (
    SELECT count(*) AS length, count(*) FILTER (WHERE tenant = $6) AS own,
      coalesce(max(place) FILTER (WHERE taken_until >= now()), min(place),
        (SELECT max(next_place) FROM idv.engine_turn WHERE pool = $2), 0) AS place
    FROM idv.engine_job WHERE pool = $2 AND answer IS NULL AND wanted_until > now()
  ), turn AS (
    INSERT INTO idv.engine_turn AS turn (pool, tenant, next_place)
    SELECT $2, $6, line.place + 1 FROM line WHERE line.own < $5 - line.length
    ON CONFLICT (pool, tenant) DO UPDATE SET next_place = greatest(turn.next_place + 1, EXCLUDED.next_place)
    RETURNING next_place - 1 AS place
  )
  INSERT INTO idv.engine_job (job_id, pool, job, wanted_until, tenant, place)
  SELECT $1, $2, $3, now() + $4 * interval '1 millisecond', $6, turn.place FROM turn
  RETURNING 1`;

  describe('While processes of the release before are there', () => {
    const sealer = () => pages.app.get(EngineRequestSealer);

    it('one of them reads what is asked here, and leaves no job', async () => {
      const asked = ask('faces', {});
      let taken: { jobId: string } | undefined;
      while (!taken)
        taken = await db.one<{ jobId: string }>(
          `UPDATE idv.engine_job SET taken_until = now() + interval '6 seconds', tries = tries + 1
         WHERE pool = 'faces' AND answer IS NULL AND (taken_until IS NULL OR taken_until < now()) AND tries < 3
         RETURNING job_id AS "jobId"`,
        );
      const { jobId } = taken;
      await pages.app.get(UnitOfWork).run(async (tx) => {
        tx.send('UPDATE idv.engine_job SET answer = $2 WHERE job_id = $1', [
          jobId,
          sealer().sealAnswer(jobId, { value: 5 }),
        ]);
        tx.pending.signals.push({ topic: REQUEST_ANSWERED, payload: { jobId } });
      });
      expect(await asked).toBe(5);
      expect([await left(), await jobs()]).toEqual([[], []]);
    });
  });

  describe('A process that reads for others', () => {
    let worker: TestApplication;
    let leftByAnother: Promise<unknown>;
    const faceJob = async () => ({ picture: await photoOf('6a'), effort: 'none', mostFaces: 1 });
    beforeAll(async () => {
      leftByAnother = ask('faces', await faceJob());
      const take = takingFrom('faces', 200);
      while (!(await take())) await turn();
      worker = await start('worker', pages.database);
    });
    afterAll(() => worker.close());

    it('takes over the job of one that has ended', async () => {
      expect(await leftByAnother).toMatchObject({ faces: [expect.any(Object)] });
      expect(await left()).toEqual([]);
    });

    it('reads documents and faces of one that serves pages, which starts no thread', async () => {
      const [front, face] = [await passport(), await photoOf('6a')];
      const [reading, found] = await Promise.all([
        pages.app.get(DocumentEngine).read({ front, type: 'passport' }, new AbortController().signal),
        pages.app.get(FaceEngine).find(face, 'fast'),
      ]);
      expect(reading).toMatchObject({ outcome: 'read', document: { number: PASSPORT.number } });
      expect(found.faces[0]?.descriptor).toHaveLength(192);
      expect([await jobsDoneBy(pages), (await jobsDoneBy(worker)).sort()]).toEqual([
        [],
        ['documents done', 'faces done'],
      ]);
      expect(await left()).toEqual([]);
    });

    it('passes on what a job fails with', async () => {
      const job = { ...(await faceJob()), picture: Buffer.from('no picture') };
      await expect(ask('faces', job)).rejects.toThrow('unsupported image format');
      expect(await left()).toEqual([]);
    });

    it('leaves alone what has ended three processes', async () => {
      const before = await jobsDoneBy(worker);
      await waiting({ tries: 3 });
      while ((await jobs()).length > 0) await turn();
      const [{ job_id: id, answer }] = (await left()) as [{ job_id: string; answer: Buffer }];
      expect(worker.app.get(EngineRequestSealer).openAnswer(id, answer)).toEqual({ unavailable: true });
      expect(await jobsDoneBy(worker)).toEqual(before);
      expect(await db.rows('SELECT FROM shared.job WHERE parked_at IS NOT NULL')).toEqual([]);
      await removeAll();
    });

    it('removes what nobody waits for any longer', async () => {
      await waiting({ wantedForSeconds: -1, pool: 'nobody' });
      await waiting({ wantedForSeconds: -1 });
      await waiting({ many: 2, sealer: new Sealer(Keyring.parse(newRingEntry('next'))) });
      await db.rows(`UPDATE shared.job SET due_at = now() - interval '6 minutes' WHERE dedupe_key IN (
                     SELECT job_id::text FROM idv.engine_job WHERE wanted_until > now() LIMIT 1)`);
      await db.rows('DELETE FROM idv.engine_job WHERE wanted_until > now()');
      await performJob(worker.app, 'idv/remove-unwanted-requests');
      while ((await left()).length + (await jobs()).length > 1) await turn();
      await removeAll(); // a job that is younger
    });

    it('reads what a page of the release before asks for, also behind a request of this one', async () => {
      await waiting({ sealer: new Sealer(Keyring.parse(newRingEntry('next'))) });
      const id = newId();
      const sealed = worker.app.get(EngineRequestSealer).sealRequest(id, await faceJob());
      await db.rows(ADDED_BY_RELEASE_BEFORE, [id, 'faces', sealed, PATIENT_MS, 256, 'acme']);
      const taken = async () =>
        (
          await db.one<{ answer: Buffer }>(
            'DELETE FROM idv.engine_job WHERE job_id = $1 AND answer IS NOT NULL RETURNING answer',
            [id],
          )
        )?.answer;
      let answer = await taken();
      for (; !answer; answer = await taken()) await turn();
      expect(worker.app.get(EngineRequestSealer).openAnswer(id, answer)).toMatchObject({
        value: { faces: [expect.any(Object)] },
      });
      while ((await jobs()).length > 1) await turn();
      await removeAll();
    });

    it('gives its job back when it is stopped, and another one answers', async () => {
      let told = 0;
      pages.app.get(Signals).on(REQUEST_ASKED, () => {
        told++;
      });
      const asked = ask('documents', { front: await passport(), zoneMs: 10_000 });
      while (!(await left()).some((job) => job['lease'])) await turn();
      await worker.close();
      expect(await left()).toMatchObject([{ attempts: 0, lease: null, answer: null }]);
      while (told < 2) await turn();
      worker = await start('worker', pages.database);
      expect(await asked).toMatchObject({ outcome: 'read' });
    });
  });
});
