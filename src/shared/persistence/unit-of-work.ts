import { Injectable } from '@nestjs/common';
import { DataSource, type QueryRunner } from 'typeorm';
import { OutboxRelay } from '../events/outbox.relay.js';
import { JobWorker } from '../events/jobs/job.worker.js';
import { Signals } from '../events/signals/signals.js';
import { inSpan } from '../operations/traces/spans.js';
import { clientOf, sqlState } from './database.js';
import { DeferredCommit, withoutDeferral, type OpenTransaction } from './deferred-commit.js';
import { Tx } from './tx.js';

const SERIALIZATION_FAILURE = '40001';
const DEADLOCK = '40P01';
const ATTEMPTS = 3;

interface Worked<T> extends OpenTransaction {
  readonly value: T;
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
    const deferral = DeferredCommit.current();
    const begin = () => inSpan('unit of work', {}, () => this.#worked(work));
    if (deferral) return (await deferral.keepOpen(begin)).value;
    const worked = await begin();
    await worked.commit();
    return worked.value;
  }

  async #worked<T>(work: (tx: Tx) => Promise<T>): Promise<Worked<T>> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#once(work);
      } catch (error) {
        if (attempt === ATTEMPTS || !isContention(error)) throw error;
      }
    }
  }

  async #once<T>(work: (tx: Tx) => Promise<T>): Promise<Worked<T>> {
    const runner = this.db.createQueryRunner();
    try {
      const client = await clientOf(runner);
      await runner.startTransaction();
      const tx = new Tx(runner.manager, client);
      const value = await work(tx);
      await tx.pending.flush(tx);
      return { value, tx, commit: () => this.#commit(runner, tx), rollback: () => rollBack(runner) };
    } catch (error) {
      await rollBack(runner);
      throw error;
    }
  }

  async #commit(runner: QueryRunner, { pending: { events, jobs, signals } }: Tx): Promise<void> {
    try {
      await runner.commitTransaction();
    } catch (error) {
      await rollBack(runner);
      throw error;
    }
    await runner.release();
    if (jobs.length > 0) this.jobs.wake(jobs.map(({ kind }) => kind));
    await withoutDeferral(() =>
      Promise.all([this.relay.afterCommit(events), signals.length > 0 ? this.signals.afterCommit() : undefined]),
    );
  }
}

async function rollBack(runner: QueryRunner): Promise<void> {
  if (runner.isTransactionActive) await runner.rollbackTransaction().catch(() => undefined);
  await runner.release();
}

const isContention = (error: unknown): boolean => [SERIALIZATION_FAILURE, DEADLOCK].includes(sqlState(error) ?? '');
