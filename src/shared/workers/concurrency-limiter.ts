import { KernelErrors } from '../kernel/index.js';
import { ACTIVE_MS, WaitingLine, type Candidate, type LineLimits } from './waiting-line.js';

export interface ConcurrencyLimits extends LineLimits {
  readonly maxRunning: number;
  /** Maximum time that a task may wait before it is refused. By default, there is no limit. */
  readonly maxWaitMs?: number;
  /**
   * Starts at most one waiting task in each iteration of the event loop. Otherwise, starting many at once would delay
   * everything else in this thread.
   */
  readonly oneATurn?: boolean;
  readonly onRefused?: () => void;
}

export const RETRY_AFTER_SECONDS = 2;

/**
 * Runs a limited number of tasks at once, lets a limited number wait, and refuses the others with 503. Waiting tasks
 * run in order; if they name a tenant, tenants take turns.
 */
export class ConcurrencyLimiter {
  readonly #line: WaitingLine;
  #running = 0;
  #fullBefore = 0;
  #fullSince: number | undefined;
  #beginning = false;
  #retry: NodeJS.Timeout | undefined;

  constructor(private readonly limits: ConcurrencyLimits) {
    this.#line = new WaitingLine(limits);
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** The total time so far, in milliseconds, during which the maximum number of tasks was running. */
  get fullForMs(): number {
    return this.#fullBefore + (this.#fullSince === undefined ? 0 : performance.now() - this.#fullSince);
  }

  /** Whether tenants other than that of the given task have had tasks within the last second. */
  othersAreActive({ queueKey }: Candidate): boolean {
    return queueKey !== undefined && this.#line.othersAreActive(queueKey.tenant);
  }

  async run<T>(work: () => Promise<T>, candidate: Candidate = {}): Promise<T> {
    const leave = await this.enter(candidate);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits until a task may start. Resolves with a function to call when the task has ended. */
  async enter(candidate: Candidate = {}): Promise<() => void> {
    const leave = this.enterNow(candidate);
    if (leave) return leave;
    if (!this.#line.hasRoomFor(candidate)) throw this.#refusal();
    await this.#wait(candidate);
    return () => this.#leave(candidate);
  }

  /**
   * Starts a task if that is possible without waiting. Returns a function to call when the task has ended, or else
   * undefined.
   */
  enterNow(candidate: Candidate): (() => void) | undefined {
    if (!this.#line.mayPass(candidate) || this.#running >= this.limits.maxRunning) return undefined;
    this.#line.begin(candidate);
    this.#took();
    return () => this.#leave(candidate);
  }

  #wait(candidate: Candidate): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        leaveLine();
        reject(this.#refusal());
      };
      const { maxWaitMs } = this.limits;
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      const leaveLine = this.#line.add(candidate, begin);
      this.#retryLater();
    });
  }

  #leave(candidate: Candidate): void {
    this.#line.end(candidate);
    this.#running--;
    if (this.#fullSince !== undefined) {
      this.#fullBefore = this.fullForMs;
      this.#fullSince = undefined;
    }
    this.#beginWaiting();
  }

  /** Starts as many waiting tasks as may start now. */
  #beginWaiting(): void {
    if (this.limits.oneATurn) this.#nextInATurn();
    else while (this.#beginNext());
  }

  #nextInATurn(): void {
    if (this.#line.length === 0 || this.#beginning) return;
    this.#beginning = true;
    setImmediate(() => {
      this.#beginning = false;
      if (this.#beginNext()) this.#nextInATurn();
    });
  }

  /**
   * Checks later whether tasks may start that wait only because of their tenant's limit. That limit ends when no other
   * tenant is active any more, and no event reports this moment.
   */
  #retryLater(): void {
    if (this.#retry || this.limits.maxOfTenant === undefined) return;
    this.#retry = setTimeout(() => {
      this.#retry = undefined;
      this.#beginWaiting();
      if (this.#line.length > 0) this.#retryLater();
    }, ACTIVE_MS);
    this.#retry.unref();
  }

  #beginNext(): boolean {
    if (this.#line.length === 0 || this.#running >= this.limits.maxRunning || !this.#line.beginNext()) return false;
    this.#took();
    return true;
  }

  #took(): void {
    this.#running++;
    if (this.#running === this.limits.maxRunning) this.#fullSince = performance.now();
  }

  #refusal(): Error {
    this.limits.onRefused?.();
    return KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
