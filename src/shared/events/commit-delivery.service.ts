import { Injectable } from '@nestjs/common';
import { type PendingWrites, UnitOfWork } from '../persistence/index.js';
import { JobWorker } from '../jobs/index.js';
import { OutboxRelay } from './outbox.relay.js';
import { Signals } from './signals/signals.js';

/**
 * After a commit, delivers the events and signals that the transaction stored, and wakes the worker for the jobs that
 * it stored.
 */
@Injectable()
export class CommitDelivery {
  constructor(
    uow: UnitOfWork,
    private readonly relay: OutboxRelay,
    private readonly jobs: JobWorker,
    private readonly signals: Signals,
  ) {
    uow.onCommit((written) => this.#deliver(written));
  }

  async #deliver({ events, jobs, signals }: PendingWrites): Promise<void> {
    if (jobs.length > 0) this.jobs.wake(jobs.map(({ kind }) => kind));
    await Promise.all([this.relay.afterCommit(events), signals.length > 0 ? this.signals.afterCommit() : undefined]);
  }
}
