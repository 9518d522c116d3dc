import { JobStart, workOf } from './thread-clock.js';

export interface JobLimits {
  /**
   * A job that has worked for longer is given up, and its thread is ended. Only time of a processor counts: a busy machine
   * ends no job. The start of the thread does not count, nor what it loads before the job.
   */
  readonly mostWorkMs: number;
  /** A job is also given up when its thread has not worked for this long. The default is a minute. */
  readonly mostStillMs?: number;
  /** How long a thread has worked, in milliseconds. Without it, what the system counts. */
  readonly workOf?: (thread: number) => number | undefined;
}

const MOST_STILL_MS = 60_000;
const LOOK_MS = 250;
/** A thread that only waits works for less between two looks, in milliseconds. */
const LEAST_WORK_MS = 0.5;
/** If the system does not count the work of a thread, its job may take this many times longer by the clock. */
const PATIENCE = 10;

/** Looks at a job while it runs, and gives the signal when it must be given up. */
export class JobWatch {
  readonly start = new JobStart();
  readonly #givenUp = new AbortController();
  readonly #timer: NodeJS.Timeout;
  #began: number | undefined;
  #worked = 0;
  #workedAt = performance.now();

  constructor(private readonly limits: JobLimits) {
    this.#timer = setInterval(() => this.#look(), Math.min(LOOK_MS, limits.mostWorkMs));
  }

  get signal(): AbortSignal {
    return this.#givenUp.signal;
  }

  end(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    if (this.#mustEnd(performance.now())) this.#givenUp.abort();
  }

  #mustEnd(now: number): boolean {
    const { mostWorkMs, mostStillMs = MOST_STILL_MS, workOf: counted = workOf } = this.limits;
    const { thread, workBefore } = this.start;
    if (thread === undefined) return now - this.#workedAt > mostStillMs;
    this.#began ??= this.#workedAt = now;
    const total = counted(thread);
    if (total === undefined) return now - this.#began > PATIENCE * mostWorkMs;
    if (total - this.#worked > LEAST_WORK_MS) this.#workedAt = now;
    this.#worked = total;
    return total - workBefore > mostWorkMs || now - this.#workedAt > mostStillMs;
  }
}
