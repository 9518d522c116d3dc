import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { OutboxRelay } from '../events/outbox.relay.js';
import { JobWorker } from '../events/jobs/job.worker.js';
import { Signals } from '../events/signals/signals.js';
import { inSpan } from '../operations/traces/spans.js';
import { clientOf, sqlState } from './database.js';
import { Tx } from './tx.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

interface Committed<T> {
  readonly value: T;
  readonly tx: Tx;
}

/** One use case, one transaction; then its events are delivered and its caller is answered. */
@Injectable()
export class UnitOfWork {
  constructor(
    private readonly db: DataSource,
    private readonly relay: OutboxRelay,
    private readonly jobs: JobWorker,
    private readonly signals: Signals,
  ) {}

  /** `work` may run again when the database chose this transaction to end a deadlock: it only touches `tx`. */
  async run<T>(work: (tx: Tx) => Promise<T>): Promise<T> {
    const { value, tx } = await inSpan('unit of work', {}, () => this.#committed(work));
    const { events, jobs, signals } = tx.pending;
    if (jobs.length > 0) this.jobs.wake(jobs.map(({ kind }) => kind));
    await Promise.all([this.relay.afterCommit(events), signals.length > 0 ? this.signals.afterCommit() : undefined]);
    return value;
  }

  async #committed<T>(work: (tx: Tx) => Promise<T>): Promise<Committed<T>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isContention(error)) throw error;
      }
    }
  }

  async #once<T>(work: (tx: Tx) => Promise<T>): Promise<Committed<T>> {
    const runner = this.db.createQueryRunner();
    try {
      const client = await clientOf(runner);
      await runner.startTransaction();
      const tx = new Tx(runner.manager, client);
      const value = await work(tx);
      await tx.pending.flush(tx);
      await runner.commitTransaction();
      return { value, tx };
    } catch (error) {
      if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
      throw error;
    } finally {
      await runner.release();
    }
  }
}

const isContention = (error: unknown): boolean => [SERIALIZATION_FAILURE, DEADLOCK].includes(sqlState(error) ?? '');
