import { AsyncLocalStorage } from 'node:async_hooks';
import type { Tx } from './tx.js';

/** A transaction that is ready to commit. Exactly one of the two methods must be called, once. */
export interface OpenTransaction {
  readonly tx: Tx;
  /** Commits, and delivers the transaction's events. */
  commit(): Promise<void>;
  rollback(): Promise<void>;
}

const storage = new AsyncLocalStorage<DeferredCommit | undefined>();

/**
 * Runs work whose transactions commit at once, even in a request that defers its commit. Needed for work that follows a
 * commit. Also needed for a read that several requests share: it must not commit the transaction of the request that
 * happens to start it.
 */
export const withoutDeferral = <T>(work: () => T): T => storage.run(undefined, work);

/**
 * Keeps the last transaction of a request open until the response is known, so that both are committed together. Any
 * other database access by the request first commits it, so that its changes are visible and its locks block nobody.
 * The response is then stored in a separate transaction. A use case that reads through the pool within its own
 * transaction still needs a second connection.
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

  /** Runs work whose last transaction stays open until `finish`. */
  during<T>(work: () => T): T {
    return storage.run(this, work);
  }

  /**
   * Commits the open transaction, runs `begin`, and keeps the transaction that `begin` opened open until `finish`. That
   * transaction is committed at once if a later one has begun in the meantime, or if `finish` was called first. It is
   * rolled back if `rollback` was called first.
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

  /**
   * Commits the open transaction. Concurrent calls share that commit. Returns `undefined` if there is nothing to
   * commit.
   */
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
   * Runs `last` in the open transaction and commits it. Waits for a commit in progress. Returns false if no transaction
   * is open. If an earlier commit failed, throws that error once, because the read that caused the commit may have
   * ignored it.
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
    await this.#committing?.catch(() => undefined); // if that commit failed, the error is in `#failure`
    return open;
  }
}
