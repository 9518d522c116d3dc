import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './tx.js';

/** A transaction whose work is done. Exactly one of the two methods must be called. */
export interface OpenTransaction {
  readonly tx: Tx;
  /** Also delivers its events. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

const storage = new AsyncLocalStorage<DeferredCommit | undefined>();

/**
 * Runs units of work, and everything that follows from them, without deferring their commit. Also for a load that other
 * requests wait for as well: it must not begin with the commit of the one that happens to ask first.
 */
export const withoutDeferral = <T>(work: () => T): T => storage.run(undefined, work);

/**
 * Leaves the last transaction of a request open until the answer is known, so that both are stored together. Any other
 * database access of the request commits it first: so its changes are visible, and it blocks nobody. The answer of such
 * a request is stored in a separate transaction. A use case that reads by the pool within its own transaction still takes
 * a second connection for that.
 */
export class DeferredCommit {
  #open: OpenTransaction | undefined;
  #committing: Promise<void> | undefined;
  #failure: { readonly error: unknown } | undefined;
  #running = 0;
  #ended: 'finished' | 'given up' | undefined;

  static current(): DeferredCommit | undefined {
    return storage.getStore();
  }

  /** Runs work whose last commit waits for `finish`. */
  during<T>(work: () => T): T {
    return storage.run(this, work);
  }

  /**
   * Keeps a transaction open, unless another one is running or `finish` was already called. After `rollback` nothing is
   * committed any more.
   */
  async keepOpen<T extends OpenTransaction>(begin: () => Promise<T>): Promise<T> {
    await this.settle();
    this.#running += 1;
    const transaction = await begin().finally(() => (this.#running -= 1));
    if (this.#ended === 'given up') {
      await transaction.rollback();
      throw new Error('The request was given up, so its transaction was rolled back');
    }
    if (this.#ended || this.#running > 0 || this.#open) await transaction.commit();
    else this.#open = transaction;
    return transaction;
  }

  /** Commits the open transaction; all who call it meanwhile wait for the same commit. `undefined` when there is none. */
  settle(): Promise<void> | undefined {
    const open = this.#open;
    if (!open) return this.#committing;
    this.#open = undefined;
    const failed = (error: unknown) => {
      this.#failure = { error };
      throw error;
    };
    this.#committing = open
      .commit()
      .catch(failed)
      .finally(() => (this.#committing = undefined));
    return this.#committing;
  }

  /**
   * Executes one more step in the open transaction and commits it. Returns false when there is none. Waits for a commit
   * that is under way. Throws, once, when an earlier commit has failed, even if the read that began it went on without
   * its answer.
   */
  async finish(last: (tx: Tx) => Promise<void>): Promise<boolean> {
    const open = await this.#end('finished');
    const failure = this.#failure;
    this.#failure = undefined;
    if (failure) {
      await open?.rollback();
      throw failure.error;
    }
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
    await (await this.#end('given up'))?.rollback();
  }

  async #end(how: 'finished' | 'given up'): Promise<OpenTransaction | undefined> {
    const open = this.#open;
    this.#open = undefined;
    this.#ended ??= how;
    await this.#committing?.catch(() => undefined); // `#failure` keeps why
    return open;
  }
}
