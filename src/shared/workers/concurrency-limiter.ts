import { KernelErrors } from '../kernel/errors.js';

export interface ConcurrencyLimits {
  readonly maxRunning: number;
  readonly maxWaiting: number;
  /** Work that has waited for longer is turned away. Without it there is no such limit. */
  readonly maxWaitMs?: number;
  readonly onRefused?: () => void;
}

export const RETRY_AFTER_SECONDS = 2;

/** Runs a few pieces of work at once and lets a few wait, in their order. All others are turned away with 503. */
export class ConcurrencyLimiter {
  readonly #waiting: (() => void)[] = [];
  #running = 0;
  #fullBefore = 0;
  #fullSince: number | undefined;

  constructor(private readonly limits: ConcurrencyLimits) {}

  get running(): number {
    return this.#running;
  }

  get waiting(): number {
    return this.#waiting.length;
  }

  /** For how long as much was running as may, until now, in milliseconds. */
  get fullForMs(): number {
    return this.#fullBefore + (this.#fullSince === undefined ? 0 : performance.now() - this.#fullSince);
  }

  async run<T>(work: () => Promise<T>): Promise<T> {
    const leave = await this.enter();
    try {
      return await work();
    } finally {
      leave();
    }
  }

  /** Resolves with the function that gives the place back. */
  async enter(): Promise<() => void> {
    await this.#turn();
    return () => this.#leave();
  }

  #turn(): Promise<void> {
    const { maxRunning, maxWaiting } = this.limits;
    if (this.#running < maxRunning) {
      this.#running++;
      if (this.#running === maxRunning) this.#fullSince = performance.now();
      return Promise.resolve();
    }
    if (this.#waiting.length >= maxWaiting) throw this.#refusal();
    return this.#wait();
  }

  #wait(): Promise<void> {
    return new Promise((resolve, reject) => {
      const begin = (): void => {
        clearTimeout(timer);
        resolve();
      };
      const giveUp = (): void => {
        this.#waiting.splice(this.#waiting.indexOf(begin), 1);
        reject(this.#refusal());
      };
      const { maxWaitMs } = this.limits;
      const timer = maxWaitMs === undefined ? undefined : setTimeout(giveUp, maxWaitMs);
      this.#waiting.push(begin);
    });
  }

  /** The place goes to the work that waited the longest, and is never free for others in between. */
  #leave(): void {
    const next = this.#waiting.shift();
    if (next) {
      next();
      return;
    }
    this.#running--;
    this.#fullBefore = this.fullForMs;
    this.#fullSince = undefined;
  }

  #refusal(): Error {
    this.limits.onRefused?.();
    return KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
  }
}
