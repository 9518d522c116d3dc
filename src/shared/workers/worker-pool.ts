import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { types } from 'node:util';
import { Logger } from '@nestjs/common';
import { Piscina } from 'piscina';
import { currentQueueKey, KernelErrors } from '../kernel/index.js';
import { ConcurrencyLimiter, RETRY_AFTER_SECONDS } from './concurrency-limiter.js';
import { JobWatch, type JobLimits } from './job-watch.js';
import type { Task } from './pool-thread.js';

export interface WorkerPoolOptions extends JobLimits {
  /** The name of the pool in metrics and logs. */
  readonly name: string;
  /**
   * The module to run. Its default export takes a job and returns the result. Its optional `prepare` loads what the job
   * needs.
   */
  readonly module: URL;
  readonly maxThreads: number;
  /** Maximum number of jobs that may wait for a thread. Further jobs are refused with 503. */
  readonly maxQueue: number;
  readonly maxWaitMs: number;
  /** Whether only one job of a session runs at once. */
  readonly onePerSession?: boolean;
  /** A thread that has been idle for this long is ended, which frees its memory. */
  readonly idleMs: number;
  /** Maximum memory of a thread. A thread that needs more is ended. The process is not affected. */
  readonly maxMemoryMb: number;
  /** After this many jobs the threads are replaced, which frees the memory that they have accumulated. */
  readonly recycleAfter?: number;
}

/** A generation of threads, which are replaced together. */
interface Crew<Job, Result> {
  readonly threads: Piscina<Task<Job>, Result>;
  /** The number of jobs that were started in these threads. */
  jobs: number;
  running: number;
}

export type JobOutcome = 'done' | 'failed' | 'refused' | 'timeout' | 'crash';

/**
 * Runs CPU-bound jobs in threads, which are started on demand. A job that hangs, exits or runs out of memory ends only
 * its own thread, and the next job gets a new one. Jobs are queued here rather than by piscina, whose queue limit does
 * not count jobs that can be aborted.
 */
export class WorkerPool<Job, Result> {
  readonly #log = new Logger(WorkerPool.name);
  readonly #limiter: ConcurrencyLimiter;
  #crew: Crew<Job, Result> | undefined;
  readonly #retired = new Set<Crew<Job, Result>>();
  #closed = false;

  constructor(
    private readonly options: WorkerPoolOptions,
    private readonly onOutcome: (outcome: JobOutcome) => void = () => undefined,
  ) {
    const { maxThreads, maxQueue, maxWaitMs, onePerSession = false } = options;
    const onRefused = (): void => this.onOutcome('refused');
    this.#limiter = new ConcurrencyLimiter({
      maxRunning: maxThreads,
      maxWaiting: maxQueue,
      maxWaitMs,
      onePerSession,
      onRefused,
    });
  }

  get name(): string {
    return this.options.name;
  }

  get running(): number {
    return this.#limiter.running;
  }

  get waiting(): number {
    return this.#limiter.waiting;
  }

  /**
   * Runs a job and returns its result. Throws 503 if the queue is full, the job takes too long or its thread ends.
   * Errors of the job itself are passed on.
   */
  run(job: Job): Promise<Result> {
    return this.#limiter.run(() => this.#runInThread(job), { queueKey: currentQueueKey() });
  }

  async close(): Promise<void> {
    this.#closed = true;
    if (this.#crew) this.#retired.add(this.#crew);
    await Promise.all([...this.#retired].map(({ threads }) => threads.destroy()));
  }

  async #runInThread(job: Job): Promise<Result> {
    const watch = new JobWatch(this.options);
    try {
      if (this.#closed) throw new Error('The pool is closed');
      const result = await this.#runBy(this.#present(), { job, start: watch.start.shared }, watch.signal);
      this.onOutcome('done');
      return result;
    } catch (error) {
      throw this.#failureOf(error, watch.signal);
    } finally {
      watch.end();
    }
  }

  async #runBy(crew: Crew<Job, Result>, task: Task<Job>, signal: AbortSignal): Promise<Result> {
    crew.jobs += 1;
    crew.running += 1;
    try {
      return await crew.threads.run(task, { signal });
    } finally {
      crew.running -= 1;
      this.#endIfDone(crew);
    }
  }

  #present(): Crew<Job, Result> {
    if (this.#crew && this.#crew.jobs >= (this.options.recycleAfter ?? Infinity)) this.#retire(this.#crew);
    this.#crew ??= { threads: this.#open(), jobs: 0, running: 0 };
    return this.#crew;
  }

  /**
   * Retires the threads, so that the next job gets new ones. Running jobs continue to the end. They are counted here,
   * because piscina's `close` would end some of them.
   */
  #retire(crew: Crew<Job, Result>): void {
    this.#crew = undefined;
    this.#retired.add(crew);
    this.#endIfDone(crew);
  }

  #endIfDone(crew: Crew<Job, Result>): void {
    if (crew.running > 0 || this.#closed || !this.#retired.has(crew)) return;
    void crew.threads.destroy().finally(() => this.#retired.delete(crew));
  }

  #failureOf(error: unknown, { aborted }: AbortSignal): unknown {
    if (this.#closed) return this.#unavailable('refused');
    if (aborted) return this.#unavailable('timeout', 'its job took too long, or hung');
    if (isCrash(error)) return this.#unavailable('crash', error.message);
    this.onOutcome('failed');
    return error;
  }

  #open(): Piscina<Task<Job>, Result> {
    const { module, maxThreads, idleMs, maxMemoryMb } = this.options;
    const threads = new Piscina<Task<Job>, Result>({
      filename: compiled(THREAD),
      workerData: { module: pathToFileURL(compiled(fileURLToPath(module))).href },
      minThreads: 0,
      maxThreads,
      idleTimeout: idleMs,
      resourceLimits: { maxOldGenerationSizeMb: maxMemoryMb },
      env: {}, // an empty environment: threads must not get the secrets of this process
      recordTiming: false,
    });
    return threads.on('error', (error: unknown) => this.#log.error(error, `Worker pool ${this.name}`));
  }

  #unavailable(outcome: JobOutcome, threadEnded?: string): Error {
    this.onOutcome(outcome);
    if (threadEnded) this.#log.warn(`A thread of the worker pool ${this.name} was ended: ${threadEnded}`);
    return KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}

const isCrash = (error: unknown): error is Error =>
  types.isNativeError(error) &&
  ('code' in error ? error.code === 'ERR_WORKER_OUT_OF_MEMORY' : EXITED.test(error.message));
const EXITED = /^(worker exited with code|Terminating worker thread)/;

const THREAD = fileURLToPath(new URL('./pool-thread.js', import.meta.url));
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/**
 * Returns the compiled file to load, because threads load only JavaScript. If the sources run as TypeScript, as in
 * tests, it is in `dist`.
 */
function compiled(path: string): string {
  if (existsSync(path)) return path;
  return join(ROOT, 'dist', relative(ROOT, path));
}
