import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { inSpan } from '../observability/index.js';
import { clientOf } from './database.js';
import { errorCode } from '../kernel/index.js';
import { DeferredCommit, withoutDeferral, type OpenTransaction } from './deferred-commit.js';
import type { PendingWrites } from './pending-writes.js';
import { RowSeals } from './row-seals.js';
import { TransactionLimit } from './transaction-limit.js';
import { currentTx } from './current-tx.js';
import { Tx } from './tx.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

type Sent = Parameters<QueryRunner['query']>;

interface Worked<T> extends OpenTransaction {
  readonly value: T;
}

export interface TransactionOptions {
  /** If false, the commit does not wait for the disk. Use it only for work that is repeated if a crash loses it. */
  readonly durable?: boolean;
}

type CommitListener = (written: PendingWrites) => Promise<void>;

/** Runs a use case in one transaction, then delivers its events before the caller gets the response. */
@Injectable()
export class UnitOfWork {
  #listeners: readonly CommitListener[] = [];

  constructor(
    private readonly db: DataSource,
    private readonly limit: TransactionLimit,
    private readonly seals: RowSeals,
  ) {}

  /**
   * Registers a listener, which is called after each commit with everything that the transaction has written. The
   * response waits for the listener. Returns a function that removes it.
   */
  onCommit(listener: CommitListener): () => void {
    this.#listeners = [...this.#listeners, listener];
    return () => {
      this.#listeners = this.#listeners.filter((other) => other !== listener);
    };
  }

  /**
   * Runs `work` in a transaction. If PostgreSQL aborts it to end a deadlock, `work` runs again, so it must have no
   * effects outside `tx`. A nested `run` joins the outer transaction, and its events are delivered after the outer
   * commit.
   */
  async run<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const outer = currentTx();
    if (outer) return outer.nested(work);
    const deferral = DeferredCommit.current();
    if (!deferral) return inSpan('unit of work', {}, () => this.#committed(work, options));
    return (await deferral.keepOpen(() => inSpan('unit of work', {}, () => this.#open(work, options)))).value;
  }

  async #committed<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<T> {
    const { value, tx } = await repeatingContention(async () => {
      const worked = await this.#work(work, options);
      await worked.commit();
      return worked;
    });
    await this.#tell(tx.pending);
    return value;
  }

  async #tell(written: PendingWrites): Promise<void> {
    await Promise.all(this.#listeners.map((listener) => listener(written)));
  }

  /** Runs the work and stores all pending writes, but leaves the transaction open for one more statement. */
  #open<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<Worked<T>> {
    return repeatingContention(async () => {
      const worked = await this.#work(work, options, (tx) => tx.flush());
      const commit = async () => {
        await worked.commit();
        await withoutDeferral(() => this.#tell(worked.tx.pending));
      };
      return { ...worked, commit };
    });
  }

  async #work<T>(
    work: (tx: Tx) => Promise<T>,
    { durable }: TransactionOptions,
    then?: (tx: Tx) => Promise<void>,
  ): Promise<Worked<T>> {
    const { tx, end } = await this.#begin(durable);
    const ending = async (step: () => Promise<void>) => {
      try {
        await step();
      } catch (error) {
        await tx.rollback().catch(() => undefined); // if the connection is lost, PostgreSQL rolls back by itself
        throw error;
      } finally {
        await end();
      }
    };
    try {
      const value = await tx.run(work);
      await then?.(tx);
      return { value, tx, commit: () => ending(() => tx.commit()), rollback: () => ending(() => tx.rollback()) };
    } catch (error) {
      await ending(() => tx.rollback()).catch(() => undefined);
      throw error;
    }
  }

  async #begin(durable?: boolean): Promise<{ readonly tx: Tx; readonly end: () => Promise<void> }> {
    const leave = await this.limit.begin();
    const runner = this.db.createQueryRunner();
    const end = () => runner.release().finally(leave);
    try {
      const client = await clientOf(runner);
      const tx = new Tx(runner.manager, client, this.seals);
      const query = runner.query.bind(runner);
      // Prevents TypeORM from beginning a transaction of its own, whose statements would not be pipelined.
      Object.assign(runner, { isTransactionActive: true, query: (...sent: Sent) => tx.explained(query(...sent)) });
      tx.begin(durable);
      return { tx, end };
    } catch (error) {
      await end();
      throw error;
    }
  }
}

async function repeatingContention<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work();
    } catch (error) {
      if (attempt === ATTEMPTS || !isContention(error)) throw error;
    }
  }
}

const isContention = (error: unknown): boolean => [SERIALIZATION_FAILURE, DEADLOCK].includes(errorCode(error) ?? '');
