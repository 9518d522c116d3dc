import { CONDITIONS, randomSpecimen } from '@countersign/identity-engine/specimens';
import { DocumentEngine } from '../../../src/idv/engine/document-engine.service.js';
import { FaceEngine } from '../../../src/idv/engine/face/face-engine.service.js';
import { EngineJobRepository } from '../../../src/idv/engine/processes/engine-job.repository.js';
import { EngineJobs } from '../../../src/idv/engine/processes/engine-jobs.service.js';
import { MetricsRegistry } from '../../../src/shared/observability/index.js';
import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import { newRingEntry, Sealer } from '../../../src/shared/security/index.js';
import { Keyring } from '../../../src/shared/security/sealing/keyring.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import type { TestDatabase } from '../../support/database.js';
import { photoOf } from '../../support/faces/sample-faces.js';
import { photographOf } from '../../support/specimens.js';

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

const left = () => db.rows('SELECT job_id, tries, taken_until, answer FROM idv.engine_job');
const jobsDoneBy = async ({ app }: TestApplication): Promise<string[]> => {
  const { values } = await app.get(MetricsRegistry).getSingleMetric('countersign_worker_jobs_total')!.get();
  return values.filter(({ value }) => value > 0).map(({ labels }) => `${labels['pool']} ${labels['outcome']}`);
};
const ask = (pool: string, job: unknown, patienceMs = PATIENT_MS) =>
  pages.app.get(EngineJobs).run(pool, job, patienceMs);
const passport = () => photographOf(PASSPORT, {}, { ...CONDITIONS.clean, width: 850 });
const turn = () => new Promise((resolve) => setTimeout(resolve, 10));
const waiting = ({
  many = 1,
  tries = 0,
  wantedForSeconds = 60,
  sealer = pages.app.get<Sealer>(Sealer),
  pool = 'faces',
}) =>
  db.rows(
    `INSERT INTO idv.engine_job (job_id, pool, job, tries, wanted_until)
     SELECT gen_random_uuid(), $5, $4, $2, now() + $3 * interval '1 second' FROM generate_series(1, $1)`,
    [many, tries, wantedForSeconds, sealer.seal('a job', 'anywhere'), pool],
  );
const unavailable = { name: 'kernel/unavailable', extra: { retryAfterSeconds: expect.any(Number) } };

describe('A picture that no process reads', () => {
  it('is withdrawn when its time is over: the caller is to come back', async () => {
    await expect(ask('documents', { front: Buffer.from('x') }, 50)).rejects.toMatchObject(unavailable);
    expect(await left()).toEqual([]);
  });

  it('lies in the database sealed', async () => {
    const jobs = pages.app.get(EngineJobRepository);
    const withdraw = jobs.withdraw.bind(jobs);
    let stored: Buffer | undefined;
    const lastLook = jest.spyOn(jobs, 'withdraw').mockImplementation(async (jobId) => {
      stored = (await db.one<{ job: Buffer }>('SELECT job FROM idv.engine_job WHERE job_id = $1', [jobId]))?.job;
      return withdraw(jobId);
    });
    await expect(ask('documents', { front: Buffer.alloc(64, 'picture') }, 50)).rejects.toMatchObject(unavailable);
    lastLook.mockRestore();
    expect(stored?.length).toBeGreaterThan(64);
    expect(stored?.includes('picture')).toBe(false);
  });

  it('is turned away when too many wait', async () => {
    await waiting({ many: 128 });
    await expect(ask('faces', {})).rejects.toMatchObject(unavailable);
    await db.rows('DELETE FROM idv.engine_job');
  });
});

describe('Jobs of several enterprises', () => {
  const jobs = () => pages.app.get(EngineJobRepository);
  const idOf = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;
  const add = (tenant: string, number: number) =>
    pages.app.get(UnitOfWork).run((tx) =>
      jobs().add(tx, {
        jobId: idOf(number),
        pool: 'turns',
        sealedJob: pages.app.get<Sealer>(Sealer).seal('a job', 'anywhere'),
        wantedForMs: PATIENT_MS,
        tenant,
      }),
    );
  const next = async () => Number((await jobs().take('turns', PATIENT_MS))?.jobId.slice(-12));
  const answer = (number: number) => db.rows('DELETE FROM idv.engine_job WHERE job_id = $1', [idOf(number)]);

  it('are read in turns, however many of one wait', async () => {
    for (let number = 1; number <= 60; number++) await add('evil', number);
    expect(await next()).toBe(1);
    await answer(1);
    expect(await next()).toBe(2);
    for (const number of [101, 102]) await add('acme', number);
    expect([await next(), await next(), await next(), await next()]).toEqual([101, 3, 102, 4]);
    await db.rows('DELETE FROM idv.engine_job');
  });

  it('are read in turns with those of others that come one after the other', async () => {
    for (const number of [1, 2, 3]) await add('busy', number);
    for (const [tenant, number] of [
      ['a', 11],
      ['b', 21],
    ] as const)
      await add(tenant, number);
    const order: number[] = [];
    // Each of the small ones sends its next picture when the one before has been read.
    for (let taken = await next(); order.push(taken) < 7; taken = await next()) {
      await answer(taken);
      if (taken > 10) await add(taken < 20 ? 'a' : 'b', taken + 1);
    }
    expect(order).toEqual([1, 11, 21, 2, 12, 22, 3]);
    await db.rows('DELETE FROM idv.engine_job');
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
    expect([await next(), await next(), await next(), await next()]).toEqual([11, 21, 12, 22]);
    await db.rows('DELETE FROM idv.engine_job');
  });

  it('cost nothing when they have waited in vain, and those behind them move up', async () => {
    await add('evil', 1);
    await next();
    for (const number of [11, 12, 13, 14]) await add('acme', number);
    for (const number of [11, 12, 13]) await jobs().withdraw(idOf(number));
    for (const number of [2, 3]) await add('evil', number);
    await add('acme', 15);
    expect([await next(), await next(), await next()]).toEqual([14, 2, 15]);
    await db.rows('DELETE FROM idv.engine_job');
  });

  it('wait up to the number that one may have, and others find room beside them', async () => {
    await waiting({ many: 128, pool: 'turns' });
    expect(await add('', 1)).toBe(false);
    expect(await add('acme', 2)).toBe(true);
    await db.rows('DELETE FROM idv.engine_job');
  });
});

describe('A job that is sealed with a new key', () => {
  it('is left to a process that has the key already', async () => {
    const take = () => pages.app.get(EngineJobRepository).take('keys', 1_000);
    await waiting({ pool: 'keys', sealer: new Sealer(Keyring.parse(newRingEntry('next'))) });
    expect(await take()).toBeUndefined();
    await waiting({ pool: 'keys' });
    expect(await take()).toMatchObject({ jobId: expect.any(String), sealedJob: expect.any(Buffer) });
    await db.rows('DELETE FROM idv.engine_job');
  });
});

describe('A job that is given back', () => {
  it('is free at once, even if its former process holds on to it a moment later', async () => {
    const jobs = pages.app.get(EngineJobRepository);
    await waiting({ pool: 'given-back' });
    const { jobId } = (await jobs.take('given-back', 60_000))!;
    expect(await jobs.take('given-back', 60_000)).toBeUndefined();
    await pages.app.get(UnitOfWork).run((tx) => jobs.giveBack(tx, jobId));
    await jobs.hold(jobId, 60_000);
    expect(await jobs.take('given-back', 60_000)).toMatchObject({ jobId });
    await db.rows('DELETE FROM idv.engine_job');
  });
});

describe('A process that reads for others', () => {
  let worker: TestApplication;
  let leftByAnother: Promise<unknown>;
  const faceJob = async () => ({ picture: await photoOf('6a'), effort: 'none', mostFaces: 1 });
  beforeAll(async () => {
    leftByAnother = ask('faces', await faceJob());
    while (!(await pages.app.get(EngineJobRepository).take('faces', 200))) await turn();
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
    expect(found.faces[0]?.descriptor).toHaveLength(128);
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
    await waiting({ tries: 3 });
    await expect(worker.app.get(EngineJobRepository).take('faces', 1_000)).resolves.toBeUndefined();
    await db.rows('DELETE FROM idv.engine_job');
  });

  it('removes what nobody waits for any longer', async () => {
    await waiting({ wantedForSeconds: -1 });
    while ((await left()).length > 0) await turn();
  });

  it('gives its job back when it is stopped, and another one answers', async () => {
    const asked = ask('documents', { front: await passport(), zoneMs: 10_000 });
    while (!(await left()).some((job) => job['taken_until'])) await turn();
    await worker.close();
    expect(await left()).toMatchObject([{ tries: 1, taken_until: null, answer: null }]);
    worker = await start('worker', pages.database);
    expect(await asked).toMatchObject({ outcome: 'read' });
  });
});
