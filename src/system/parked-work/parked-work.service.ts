import { Injectable } from '@nestjs/common';
import { OutboxAdministration, type ParkedEvent } from '../../shared/events/index.js';
import { JobAdministration, type ParkedJob } from '../../shared/jobs/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { SystemErrors } from '../contract/system.errors.js';

/**
 * Use cases for parked work: jobs and events that failed too often. Each change runs in the same transaction as its
 * entry in the audit log.
 */
@Injectable()
export class ParkedWork {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly jobAdministration: JobAdministration,
    private readonly outbox: OutboxAdministration,
  ) {}

  jobs(kind: string | undefined, limit: number, after?: readonly string[]): Promise<ParkedJob[]> {
    return this.jobAdministration.parked(kind, limit, after);
  }

  events(type: string | undefined, limit: number, after?: readonly string[]): Promise<ParkedEvent[]> {
    return this.outbox.parked(type, limit, after);
  }

  /** Makes a job that failed too often due again. Removes it instead if a job with the same key is already waiting. */
  async replayJob(tenant: Tenant, id: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const kind = await this.jobAdministration.lockParked(tx, id);
      if (kind === undefined) throw SystemErrors.jobNotFound();
      await this.jobAdministration.replayParked({ id }, tx);
      tx.pending.audit.push({ kind: 'system.job-replayed', tenant, details: { id, kind } });
    });
  }

  async removeJob(tenant: Tenant, id: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const kind = await this.jobAdministration.removeParked(tx, id);
      if (kind === undefined) throw SystemErrors.jobNotFound();
      tx.pending.audit.push({ kind: 'system.job-removed', tenant, details: { id, kind } });
    });
  }

  async replayEvent(tenant: Tenant, id: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const type = await this.outbox.replay(tx, id);
      if (type === undefined) throw SystemErrors.eventNotFound();
      tx.pending.audit.push({ kind: 'system.event-replayed', tenant, details: { id, type } });
    });
  }

  async removeEvent(tenant: Tenant, id: string): Promise<void> {
    await this.uow.run(async (tx) => {
      const type = await this.outbox.remove(tx, id);
      if (type === undefined) throw SystemErrors.eventNotFound();
      tx.pending.audit.push({ kind: 'system.event-removed', tenant, details: { id, type } });
    });
  }
}
