import { workerData } from 'node:worker_threads';
import { JobStart } from './thread-clock.js';

export interface Task<Job> {
  readonly job: Job;
  /**
   * Memory shared with the caller, which reads from it, as `JobStart`, the thread's id and its CPU time at the start of
   * the job.
   */
  readonly start: SharedArrayBuffer;
}

interface JobModule {
  /** Loads what a job needs. It is called before each job, so a later call must be cheap. */
  readonly prepare?: (job: unknown) => unknown;
  readonly default: (job: unknown) => unknown;
}

let loaded: Promise<JobModule> | undefined;

/**
 * Runs one job in a thread of the pool. The CPU time of the job counts from the moment when all that it needs is
 * loaded.
 */
export default async function perform({ job, start }: Task<unknown>): Promise<unknown> {
  const clock = new JobStart(start);
  clock.note();
  loaded ??= import((workerData as { module: string }).module) as Promise<JobModule>;
  loaded.catch(() => (loaded = undefined)); // a failed import is not cached: the file may be there the next time
  const { prepare, default: work } = await loaded;
  await prepare?.(job);
  clock.note();
  return work(job);
}
