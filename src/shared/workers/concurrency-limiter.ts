import { KernelErrors } from '../kernel/index.js';
import { WaitingLine, type Candidate } from './waiting-line.js';

export interface ConcurrencyLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** Work that has waited for longer is turned away. Without it there is no such limit. */
  readonly maxWaitMs?: number;
  /** Work of one session waits for other work of it. */
  readonly onePerSession?: boolean;
  readonly onRefused?: () => void;
}

export const RETRY_AFTER_SECONDS = 2;

/**
 * Runs a few pieces of work at once and lets a few wait: in their order, and where they name a tenant, in the turns of
 * tenants. All others are turned away with 503.
 */
export class ConcurrencyLimiter {
  readonly #line: WaitingLine;
  #running = 0;
  #fullBefore = 0;
  #fullSince: number | undefined;

  constructor(private readonly limits: ConcurrencyLimits) {
    this.#line = new WaitingLine(limits.maxWaiting, limits.onePerSession ?? false);
  }

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#line.length;
  }

  /** For how long as much was running as may, until now, in milliseconds. */
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

  /** Resolves with the function that gives the place back. */
  async enter(candidate: Candidate = {}): Promise<() => void> {
    await this.#place(candidate);
    return () => this.#leave(candidate);
  }

  #place(candidate: Candidate): Promise<void> {
    const { maxRunning } = this.limits;
    if (this.#running < maxRunning && this.#line.mayBegin(candidate)) {
      this.#line.begin(candidate);
      this.#running++;
      if (this.#running === maxRunning) this.#fullSince = performance.now();
      return Promise.resolve();
    }
    if (!this.#line.hasRoomFor(candidate)) throw this.#refusal();
    return this.#wait(candidate);
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

  /** The place goes to the next one that waits, and is never free for others in between. */
  #leave(candidate: Candidate): void {
    this.#line.end(candidate);
    if (this.#line.beginNext()) return;
    this.#running--;
    this.#fullBefore = this.fullForMs;
    this.#fullSince = undefined;
  }

  #refusal(): Error {
    this.limits.onRefused?.();
    return KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
