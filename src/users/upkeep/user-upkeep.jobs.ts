import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../shared/audit/audit-log.js';
import { Recurring, JobHandler, type JobRun } from '../../shared/events/jobs/job.js';
import { RowUpkeep } from '../../shared/events/upkeep/row-upkeep.js';
import { Clock } from '../../shared/kernel/clock.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import type { Tx } from '../../shared/persistence/tx.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { daysBefore } from '../enterprises/enterprise-profile.js';
import { ActivationCodes } from '../activation/activation-codes.service.js';
import { ErasedIds } from '../management/enrolment.service.js';
import { UserUpkeepRepository } from './user-upkeep.repository.js';
import { UserRepository } from '../user/user.repository.js';

const SCOPE = Tenant.all('upkeep goes through every enterprise');
const ERASE_DELETED = 'users/erase-deleted';
const FALL_INACTIVE = 'users/fall-inactive';

/** Erases users who were DELETED longer ago than their enterprise's retention time. */
@Injectable()
@Recurring(ERASE_DELETED, { everySeconds: 3_600 })
export class EraseDeleted extends JobHandler {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly due: UserUpkeepRepository,
    private readonly upkeep: RowUpkeep,
    private readonly users: UserRepository,
    private readonly codes: ActivationCodes,
    private readonly erasedIds: ErasedIds,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    for (const { enterpriseId, days } of await this.due.enterprisesWithRetention(SCOPE)) {
      const deletedBefore = daysBefore(this.clock.now(), days);
      await this.upkeep.each({
        name: ERASE_DELETED,
        signal,
        find: (except, limit) => this.due.toErase(enterpriseId, deletedBefore, except, limit),
        idOf: ({ sub }) => sub,
        handle: ({ sub }) => this.uow.run((tx) => this.#erase(tx, sub, deletedBefore)),
      });
    }
  }

  async #erase(tx: Tx, sub: string, deletedBefore: Date): Promise<void> {
    if (!(await this.due.lockToErase(tx, sub, deletedBefore))) return;
    const user = await this.users.lockBySub(tx, SCOPE, sub);
    if (!user) return;
    user.erase(this.erasedIds.markOf(user.tenant, user.userId), this.clock.now());
    await this.users.save(tx, user);
    await this.users.forgetNames(tx, user);
    await this.codes.drop(tx, sub);
    await this.due.forgetDeviceNames(tx, sub);
    await this.audit.erase(sub, tx);
    // Without a subject: an entry that names the person would create a new alias.
    tx.pending.audit.push({ kind: 'users.user-erased', tenant: user.tenant });
  }
}

/** Makes users INACTIVE who were not active for the time that their enterprise sets. */
@Injectable()
@Recurring(FALL_INACTIVE, { everySeconds: 3_600 })
export class FallInactive extends JobHandler {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly due: UserUpkeepRepository,
    private readonly upkeep: RowUpkeep,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    for (const { enterpriseId, days } of await this.due.enterprisesWithInactivity(SCOPE)) {
      const since = daysBefore(this.clock.now(), days);
      await this.upkeep.each({
        name: FALL_INACTIVE,
        signal,
        find: (except, limit) => this.due.unused(enterpriseId, since, except, limit),
        idOf: ({ sub }) => sub,
        handle: ({ sub }) => this.uow.run((tx) => this.#letFall(tx, sub, since)),
      });
    }
  }

  async #letFall(tx: Tx, sub: string, since: Date): Promise<void> {
    if (!(await this.due.lockUnused(tx, sub, since))) return;
    const user = await this.users.lockBySub(tx, SCOPE, sub);
    if (!user) return;
    const from = user.status;
    user.fallInactive(since, this.clock.now());
    await this.users.save(tx, user);
    tx.pending.audit.push({
      kind: 'users.user-status-changed',
      tenant: user.tenant,
      subject: sub,
      details: { from, to: user.status, action: 'fallInactive' },
    });
  }
}
