import { JobStart, workOf } from './thread-clock.js';

export interface JobLimits {
  /**
   * The CPU time, in milliseconds, after which a job is aborted and its thread ended. It includes neither time spent
   * waiting on a busy machine, nor the startup of the thread before the job.
   */
  readonly mostWorkMs: number;
  /** A job is also aborted if its thread has used no CPU time for this long. The default is a minute. */
  readonly mostStillMs?: number;
  /** Returns the CPU time of a thread in milliseconds. The default reads it from the system. */
  readonly workOf?: (thread: number) => number | undefined;
}

const MOST_STILL_MS = 60_000;
const LOOK_MS = 250;
/**
 * Minimum CPU time, in milliseconds, that a thread must use between two checks. A thread that uses less counts as
 * waiting.
 */
const LEAST_WORK_MS = 0.5;
/** If the system does not report CPU times, a job may take this many times `mostWorkMs` in elapsed time. */
const PATIENCE = 10;

/** Checks a running job periodically, and aborts `signal` if the job exceeds its limits. */
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
