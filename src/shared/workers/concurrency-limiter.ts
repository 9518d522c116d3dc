import { KernelErrors } from '../kernel/index.js';
import { WaitingLine, type Candidate, type LineLimits } from './waiting-line.js';

export interface ConcurrencyLimits extends LineLimits {
  readonly maxRunning: number;
  /** Work that has waited for longer is refused. Without a value it may wait for any time. */
  readonly maxWaitMs?: number;
  /**
   * Starts waiting work one piece per turn of the event loop. Otherwise a burst of started work would delay everything
   * else that the thread does.
   */
  readonly oneATurn?: boolean;
  readonly onRefused?: () => void;
}

export const RETRY_AFTER_SECONDS = 2;

/**
 * Runs a few pieces of work at once and lets a few wait. Waiting work keeps its order, and tenants take turns where the
 * work names one. Everything else is refused with 503.
 */
export class ConcurrencyLimiter {
  readonly #line: WaitingLine;
  #running = 0;
  #fullBefore = 0;
  #fullSince: number | undefined;
  #beginning = false;

  constructor(private readonly limits: ConcurrencyLimits) {
    this.#line = new WaitingLine(limits);
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** The total time so far, in milliseconds, during which the maximum number of pieces ran at once. */
  get fullForMs(): number {
    return this.#fullBefore + (this.#fullSince === undefined ? 0 : performance.now() - this.#fullSince);
  }

  async run<T>(work: () => Promise<T>, candidate: Candidate = {}): Promise<T> {
    const leave = await this.enter(candidate);
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Waits until work may start. Resolves with the function to call when it has ended. */
  async enter(candidate: Candidate = {}): Promise<() => void> {
    const leave = this.enterNow(candidate);
    if (leave) return leave;
    if (!this.#line.hasRoomFor(candidate)) throw this.#refusal();
    await this.#wait(candidate);
    return () => this.#leave(candidate);
  }

  /** Starts work if that is possible at once. Returns the function to call when it has ended. */
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
    });
  }

  #leave(candidate: Candidate): void {
    this.#line.end(candidate);
    this.#running--;
    if (this.#fullSince !== undefined) {
      this.#fullBefore = this.fullForMs;
      this.#fullSince = undefined;
    }
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
