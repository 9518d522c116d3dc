import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun, Recurring, RowUpkeep } from '../../shared/jobs/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { daysBefore } from '../enterprises/enterprise-profile.js';
import { UserUpkeepRepository } from '../user/user-upkeep.repository.js';
import { UserRepository } from '../user/user.repository.js';

const SCOPE = Tenant.all('upkeep goes through every enterprise');
const FALL_INACTIVE = 'users/fall-inactive';

/** Makes users INACTIVE who have not been active for the time that their enterprise has configured. */
@Injectable()
@Recurring(FALL_INACTIVE, { everySeconds: 3_600 })
export class DeactivateUnusedUsers extends JobHandler {
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
