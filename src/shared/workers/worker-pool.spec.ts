import { pathToFileURL } from 'node:url';
import { Logger } from '@nestjs/common';
import { KernelErrors } from '../kernel/index.js';
import { MetricsRegistry } from '../observability/index.js';
import type { WorkerPoolOptions } from './worker-pool.js';
import { WorkerPools } from './worker-pools.service.js';

interface Job {
  readonly does:
    | 'answer'
    | 'compute'
    | 'pause'
    | 'thread'
    | 'environment'
    | 'fail'
    | 'exit'
    | 'hang'
    | 'wait'
    | 'hoard';
  readonly value?: unknown;
  /** How many milliseconds `prepare` works before the job. */
  readonly loading?: number;
}

const UNAVAILABLE = { kind: KernelErrors.unavailable, extra: { retryAfterSeconds: 2 } };
const PATIENT = 60_000;

beforeAll(() => Logger.overrideLogger(false));

let registry: MetricsRegistry;
let pools: WorkerPools;
beforeEach(() => {
  registry = new MetricsRegistry();
  pools = new WorkerPools(registry);
});
afterEach(() => pools.onModuleDestroy());

const open = (limits: Partial<WorkerPoolOptions> = {}) =>
  pools.open<Job, unknown>({
    name: 'sample',
    module: pathToFileURL('test/support/sample.worker.mjs'),
    maxThreads: 1,
    maxQueue: 0,
    maxWaitMs: PATIENT,
    mostWorkMs: PATIENT,
    idleMs: PATIENT,
    maxMemoryMb: 32,
    ...limits,
  });
const metric = async (name: string, labels: string) =>
  new RegExp(`^${name}{${labels}} (\\d+)$`, 'm').exec(await registry.metrics())?.[1];
const answers = (value: unknown): Job => ({ does: 'answer', value });

describe('A worker pool', () => {
  it('runs jobs in threads, which see nothing of the environment', async () => {
    const pool = open();
    expect(await pool.run(answers({ six: 6 }))).toEqual({ six: 6 });
    expect(await pool.run({ does: 'environment' })).toEqual([]);
    expect(await metric('countersign_worker_jobs_total', 'pool="sample",outcome="done"')).toBe('2');
  });

  it('passes on what a job throws', async () => {
    const pool = open();
    await expect(pool.run({ does: 'fail', value: 'too far' })).rejects.toMatchObject({
      name: 'RangeError',
      message: 'too far',
    });
    expect(await metric('countersign_worker_jobs_total', 'pool="sample",outcome="failed"')).toBe('1');
  });

  it('runs in a new thread after so many jobs, and lets the old one end its own', async () => {
    const pool = open({ maxThreads: 2, recycleAfter: 2, mostStillMs: 2_000 });
    const stuck = expect(pool.run({ does: 'wait' })).rejects.toMatchObject(UNAVAILABLE);
    const first = await pool.run({ does: 'thread' });
    const [second, third] = [await pool.run({ does: 'thread' }), await pool.run({ does: 'thread' })];
    expect(second).not.toBe(first);
    expect(third).toBe(second);
    await stuck;
  });

  it('lets all jobs of the old threads end, not only the first one', async () => {
    const pool = open({ maxThreads: 3, recycleAfter: 2 });
    const running = [100, 1_500].map((value) => pool.run({ does: 'pause', value }));
    expect(await pool.run(answers('by new threads'))).toBe('by new threads');
    expect(await Promise.all(running)).toEqual([100, 1_500]);
  });

  it('turns a job away with 503 when all threads are taken and the queue is full', async () => {
    const pool = open({ maxThreads: 2, maxQueue: 3 });
    const accepted = Promise.allSettled(Array.from({ length: 5 }, () => pool.run({ does: 'wait' })));
    await expect(pool.run(answers(1))).rejects.toMatchObject(UNAVAILABLE);
    expect(await metric('countersign_worker_jobs', 'pool="sample",state="running"')).toBe('2');
    expect(await metric('countersign_worker_jobs', 'pool="sample",state="waiting"')).toBe('3');
    expect(await metric('countersign_worker_jobs_total', 'pool="sample",outcome="refused"')).toBe('1');
    await pools.onModuleDestroy();
    expect((await accepted).map(({ status }) => status)).toEqual(Array(5).fill('rejected'));
  });

  it('never gives up a job that computes, however long a busy machine takes for it', async () => {
    let worked = 0;
    const starved = open({ mostWorkMs: 300, workOf: () => (worked += 1) });
    expect(await starved.run({ does: 'compute', value: 2_000 })).toBeUndefined();
    expect(await metric('countersign_worker_jobs_total', 'pool="sample",outcome="timeout"')).toBeUndefined();
  });

  it('does not count the time in which a thread waits as work', async () => {
    const pool = open({ mostWorkMs: 300 });
    expect(await pool.run({ does: 'pause', value: 1_500 })).toBe(1_500);
  });

  it('counts what a thread loads before its job apart from the job', async () => {
    const pool = open({ mostWorkMs: 1_000 });
    expect(await pool.run({ does: 'compute', value: 700, loading: 700 })).toBeUndefined();
  });

  it('gives up a job whose thread does nothing, and runs the one behind it', async () => {
    const pool = open({ maxQueue: 1, mostStillMs: 1_000 });
    const stuck = expect(pool.run({ does: 'wait' })).rejects.toMatchObject(UNAVAILABLE);
    expect(await pool.run(answers('next'))).toBe('next');
    await stuck;
  });

  it('goes by the clock, with patience, where a system does not count the work of a thread', async () => {
    const uncounted = { workOf: () => undefined };
    expect(await open({ ...uncounted, mostWorkMs: 300 }).run({ does: 'pause', value: 1_000 })).toBe(1_000);
    await expect(open({ ...uncounted, mostWorkMs: 30 }).run({ does: 'wait' })).rejects.toMatchObject(UNAVAILABLE);
  });

  it('gives up a job that hangs, and runs the ones behind it', async () => {
    const pool = open({ maxQueue: 2, mostWorkMs: 1_000 });
    const stuck = expect(pool.run({ does: 'hang' })).rejects.toMatchObject(UNAVAILABLE);
    const behind = [pool.run(answers('first')), pool.run(answers('second'))];
    await stuck;
    expect(await Promise.all(behind)).toEqual(['first', 'second']);
    expect(await metric('countersign_worker_jobs_total', 'pool="sample",outcome="timeout"')).toBe('1');
  });

  it.each(['exit', 'hoard'] as const)('survives a job that does %s, and runs the one behind it', async (does) => {
    const pool = open({ maxQueue: 1 });
    const crash = expect(pool.run({ does })).rejects.toMatchObject(UNAVAILABLE);
    const behind = pool.run(answers('next'));
    await crash;
    expect(await behind).toBe('next');
    expect(await metric('countersign_worker_jobs_total', 'pool="sample",outcome="crash"')).toBe('1');
  });

  it('ends running and waiting jobs when it closes, and takes none afterwards', async () => {
    const pool = open({ maxQueue: 1 });
    const jobs = [pool.run({ does: 'hang' }), pool.run(answers(1))].map((job) =>
      expect(job).rejects.toMatchObject(UNAVAILABLE),
    );
    await pools.onModuleDestroy();
    await Promise.all(jobs);
    await expect(pool.run(answers(2))).rejects.toMatchObject(UNAVAILABLE);
  });
});
