import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import { JobHandler, type JobRun, Recurring, RowUpkeep } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { daysBefore } from '../enterprises/enterprise-profile.js';
import { AddressChangeRepository } from '../addresses/address-change.repository.js';
import { ActivationCodes } from '../activation/activation-codes.service.js';
import { ErasedIds } from '../management/erased-ids.service.js';
import { UserUpkeepRepository } from '../user/user-upkeep.repository.js';
import { UserRepository } from '../user/user.repository.js';

const SCOPE = Tenant.all('upkeep goes through every enterprise');
const ERASE_DELETED = 'users/erase-deleted';

/** Erases users who became DELETED longer ago than the retention period of their enterprise. */
@Injectable()
@Recurring(ERASE_DELETED, { everySeconds: 3_600 })
export class EraseDeleted extends JobHandler {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly due: UserUpkeepRepository,
    private readonly upkeep: RowUpkeep,
    private readonly users: UserRepository,
    private readonly codes: ActivationCodes,
    private readonly addresses: AddressChangeRepository,
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
    this.users.forgetNames(tx, user);
    this.codes.drop(tx, sub);
    await this.addresses.forget(tx, sub);
    await this.due.forgetDeviceNames(tx, sub);
    await this.audit.erase(sub, tx);
    // The entry does not name the erased person, because that would create a new alias for them in the audit log.
    tx.pending.audit.push({ kind: 'users.user-erased', tenant: user.tenant });
  }
}
