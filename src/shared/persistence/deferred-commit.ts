import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './tx.js';

/** A transaction whose work is done. One of the two must be called. */
export interface OpenTransaction {
  readonly tx: Tx;
  /** Delivers its events, too. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

const storage = new AsyncLocalStorage<DeferredCommit | undefined>();

/** Runs units of work, and all that follows from them, as if nobody had deferred their commit. */
export const withoutDeferral = <T>(work: () => T): T => storage.run(undefined, work);

/**
 * Leaves the last transaction of a request open until its answer is known, so that both are stored together. Whatever the
 * request asks of the database in between commits it first: it is seen, it blocks nobody, and no request ever waits for
 * a second connection while it holds one. Such a request has its answer stored in a transaction of its own.
 */
export class DeferredCommit {
  #open: OpenTransaction | undefined;
  #running = 0;
  #ended = false;

  static current(): DeferredCommit | undefined {
    return storage.getStore();
  }

  /** Runs the work whose last commit is to wait for `finish`. */
  during<T>(work: () => T): T {
    return storage.run(this, work);
  }

  /** Keeps a transaction open, unless another runs beside it or everything has ended. */
  async keepOpen<T extends OpenTransaction>(begin: () => Promise<T>): Promise<T> {
    await this.settle();
    this.#running += 1;
    const transaction = await begin().finally(() => (this.#running -= 1));
    if (this.#ended || this.#running > 0 || this.#open) await transaction.commit();
    else this.#open = transaction;
    return transaction;
  }

  /** Commits what is open. `undefined`: nothing is. */
  settle(): Promise<void> | undefined {
    const open = this.#open;
    this.#open = undefined;
    return open?.commit();
  }

  /** Does one thing more in the open transaction and commits it. False when there is none. */
  async finish(last: (tx: Tx) => Promise<void>): Promise<boolean> {
    const open = this.#end();
    if (!open) return false;
    try {
      await last(open.tx);
    } catch (error) {
      await open.rollback();
      throw error;
    }
    await open.commit();
    return true;
  }

  async rollback(): Promise<void> {
    await this.#end()?.rollback();
  }

  #end(): OpenTransaction | undefined {
    const open = this.#open;
    this.#open = undefined;
    this.#ended = true;
    return open;
  }
}
