import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../shared/audit/audit-log.js';
import { Recurring, JobHandler, type JobRun } from '../../shared/events/jobs/job.js';
import { Clock } from '../../shared/kernel/clock.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import type { Tx } from '../../shared/persistence/tx.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { daysBefore } from '../domain/enterprise-profile.js';
import { ActivationCodes } from './activation.service.js';
import { ErasedIds } from './enrolment.service.js';
import { UserUpkeepRepository } from './user-upkeep.repository.js';
import { UserRepository } from './user.repository.js';

const SCOPE = Tenant.all('upkeep goes through every enterprise');
const TOGETHER = 100;

/** Erases users who were DELETED longer ago than their enterprise's retention time. */
@Injectable()
@Recurring('users/erase-deleted', { everySeconds: 3_600 })
export class EraseDeleted extends JobHandler {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly upkeep: UserUpkeepRepository,
    private readonly users: UserRepository,
    private readonly codes: ActivationCodes,
    private readonly erasedIds: ErasedIds,
    private readonly audit: AuditLog,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    for (const { enterpriseId, days } of await this.upkeep.enterprisesWithRetention(SCOPE)) {
      const deletedBefore = daysBefore(this.clock.now(), days);
      let erased = TOGETHER;
      while (erased === TOGETHER && !signal.aborted) erased = await this.#erase(enterpriseId, deletedBefore);
    }
  }

  #erase(enterpriseId: string, deletedBefore: Date): Promise<number> {
    return this.uow.run(async (tx) => {
      const subs = await this.upkeep.lockToErase(tx, enterpriseId, deletedBefore, TOGETHER);
      for (const sub of subs) await this.#eraseOne(tx, sub);
      return subs.length;
    });
  }

  async #eraseOne(tx: Tx, sub: string): Promise<void> {
    const user = await this.users.lockBySub(tx, SCOPE, sub);
    if (!user) return;
    user.erase(this.erasedIds.markOf(user.tenant, user.userId), this.clock.now());
    await this.users.save(tx, user);
    await this.users.forgetNames(tx, user);
    await this.codes.drop(tx, sub);
    await this.upkeep.forgetDeviceNames(tx, sub);
    await this.audit.erase(sub, tx);
    // Without a subject: an entry that names the person would create a new alias.
    tx.pending.audit.push({ kind: 'users.user-erased', tenant: user.tenant });
  }
}

/** Makes users INACTIVE who were not active for the time that their enterprise sets. */
@Injectable()
@Recurring('users/fall-inactive', { everySeconds: 3_600 })
export class FallInactive extends JobHandler {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly upkeep: UserUpkeepRepository,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    for (const { enterpriseId, days } of await this.upkeep.enterprisesWithInactivity(SCOPE)) {
      const since = daysBefore(this.clock.now(), days);
      let fell = TOGETHER;
      while (fell === TOGETHER && !signal.aborted) fell = await this.#letFall(enterpriseId, since);
    }
  }

  #letFall(enterpriseId: string, since: Date): Promise<number> {
    return this.uow.run(async (tx) => {
      const subs = await this.upkeep.lockUnused(tx, enterpriseId, since, TOGETHER);
      for (const sub of subs) await this.#letOneFall(tx, sub, since);
      return subs.length;
    });
  }

  async #letOneFall(tx: Tx, sub: string, since: Date): Promise<void> {
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
