import { Injectable } from '@nestjs/common';
import { KernelErrors } from '../kernel/errors.js';
import { Database } from './database.js';

/** A quarter of the connections is reserved for reads: transactions that wait for a lock must not make reads wait. */
const SHARE_OF_READS = 0.25;
const WAIT_MS = 3_000;
const RETRY_AFTER_SECONDS = 2;

/**
 * Limits how many transactions run at once to the connections they may have. The others wait in order, no longer than a
 * statement may wait for a lock.
 */
@Injectable()
export class TransactionLimit {
  readonly #waiting = new Set<() => void>();
  readonly #waitMs: number;
  #free: number;

  constructor({ pool }: Database) {
    this.#waitMs = pool.options.lock_timeout || WAIT_MS;
    this.#free = Math.max(1, Math.floor(pool.options.max * (1 - SHARE_OF_READS)));
  }

  /** Resolves with the function that gives the place back. */
  async enter(): Promise<() => void> {
    if (this.#free > 0) this.#free -= 1;
    else await this.#turn();
    return () => this.#leave();
  }

  #turn(): Promise<void> {
    return new Promise((resolve, reject) => {
      const proceed = () => {
        clearTimeout(timeout);
        resolve();
      };
      const timeout = setTimeout(() => {
        this.#waiting.delete(proceed);
        reject(KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS }));
      }, this.#waitMs);
      this.#waiting.add(proceed);
    });
  }

  /** Hands the place directly to the transaction that has waited longest, so that no other can take it. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#free += 1;
      return;
    }
    this.#waiting.delete(next);
    next();
  }
}
