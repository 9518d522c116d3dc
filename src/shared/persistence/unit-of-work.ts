import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OutboxRelay } from '../events/outbox.relay.js';
import { JobWorker } from '../events/jobs/job.worker.js';
import { Signals } from '../events/signals/signals.js';
import { inSpan } from '../operations/traces/spans.js';
import { clientOf, sqlState } from './database.js';
import { TransactionLimit } from './transaction-limit.js';
import { currentTx, Tx } from './tx.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

interface Committed<T> {
  readonly value: T;
  readonly tx: Tx;
}

export interface TransactionOptions {
  /** False for what may be lost and is then done again: the commit does not wait for the disk. */
  readonly durable?: boolean;
}

/** One use case, one transaction; then its events are delivered and its caller is answered. */
@Injectable()
export class UnitOfWork {
  constructor(
    private readonly db: DataSource,
    private readonly limit: TransactionLimit,
    private readonly relay: OutboxRelay,
    private readonly jobs: JobWorker,
    private readonly signals: Signals,
  ) {}

  /**
   * `work` may run again when the database chose this transaction to end a deadlock: it only touches `tx`. Called
   * within another `run`, it joins that one's transaction, and its events go out when that one has committed.
   */
  async run<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions = {}): Promise<T> {
    const outer = currentTx();
    if (outer) return outer.nested(work);
    const committed = () => this.limit.run(() => this.#committed(work, options));
    const { value, tx } = await inSpan('unit of work', {}, committed);
    const { events, jobs, signals } = tx.pending;
    if (jobs.length > 0) this.jobs.wake(jobs.map(({ kind }) => kind));
    await Promise.all([this.relay.afterCommit(events), signals.length > 0 ? this.signals.afterCommit() : undefined]);
    return value;
  }

  async #committed<T>(work: (tx: Tx) => Promise<T>, options: TransactionOptions): Promise<Committed<T>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(work, options);
      } catch (error) {
        if (attempt === ATTEMPTS || !isContention(error)) throw error;
      }
    }
  }

  async #once<T>(work: (tx: Tx) => Promise<T>, { durable }: TransactionOptions): Promise<Committed<T>> {
    const runner = this.db.createQueryRunner();
    try {
      const client = await clientOf(runner);
      // TypeORM must open no transaction of its own on this connection: ours is pipelined, which its own is not.
      Object.assign(runner, { isTransactionActive: true });
      const tx = new Tx(runner.manager, client);
      tx.begin(durable);
      return { value: await this.#work(tx, work), tx };
    } finally {
      await runner.release();
    }
  }

  async #work<T>(tx: Tx, work: (tx: Tx) => Promise<T>): Promise<T> {
    try {
      const value = await tx.run(work);
      await tx.commit();
      return value;
    } catch (error) {
      await tx.rollback().catch(() => undefined); // without a connection, PostgreSQL has rolled back by itself
      throw error;
    }
  }
}

const isContention = (error: unknown): boolean => [SERIALIZATION_FAILURE, DEADLOCK].includes(sqlState(error) ?? '');
