import { Injectable } from '@nestjs/common';
import { Recurring } from '../../../shared/events/jobs/handles-job.decorator.js';
import { JobHandler, type JobRun } from '../../../shared/events/jobs/job-handler.js';
import { Clock } from '../../../shared/kernel/clock.js';
import { Tenant } from '../../../shared/kernel/tenant.js';
import type { Tx } from '../../../shared/persistence/tx.js';
import { UnitOfWork } from '../../../shared/persistence/unit-of-work.js';
import { daysBefore } from '../../domain/days.js';
import { UserUpkeepRepository } from './user-upkeep.repository.js';
import { UserRepository } from '../user.repository.js';

const SCOPE = Tenant.all('the sweep goes through every enterprise');
const TOGETHER = 100;

/** Users whom nobody has seen for as long as their enterprise says fall INACTIVE. */
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
    await tx.save(user);
    tx.pending.audit.push({
      kind: 'users.user-status-changed',
      tenant: user.tenant,
      subject: sub,
      details: { from, to: user.status, action: 'fallInactive' },
    });
  }
}
