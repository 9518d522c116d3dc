import { workerData } from 'node:worker_threads';
import { JobStart } from './thread-clock.js';

export interface Task<Job> {
  readonly job: Job;
  /**
   * Memory that is shared with the caller. The thread writes its id, and its CPU time at the start of the job. The
   * caller reads them with `JobStart`.
   */
  readonly start: SharedArrayBuffer;
}

interface JobModule {
  /** Loads what a job needs. It is called before each job, so repeated calls must be cheap. */
  readonly prepare?: (job: unknown) => unknown;
  readonly default: (job: unknown) => unknown;
}

let loaded: Promise<JobModule> | undefined;

/**
 * Runs one job in a thread of the pool. Its CPU time is counted from the moment when everything that it needs is
 * loaded.
 */
export default async function perform({ job, start }: Task<unknown>): Promise<unknown> {
  const clock = new JobStart(start);
  clock.note();
  loaded ??= import((workerData as { module: string }).module) as Promise<JobModule>;
  // a failed import is tried again with the next job, because the file may exist by then
  loaded.catch(() => (loaded = undefined));
  const { prepare, default: work } = await loaded;
  await prepare?.(job);
  clock.note();
  return work(job);
}
