import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/clock.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { allows } from '../domain/user-status.js';
import { UserLockout } from '../user-lockout.js';
import { UserRepository } from './user.repository.js';

const SCOPE = Tenant.all('the caller has the sub from a login that it counts');

@Injectable()
export class BlockUser extends UserLockout {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  block(sub: string): Promise<void> {
    return this.uow.run(async (tx) => {
      const user = await this.users.lockBySub(tx, SCOPE, sub);
      if (!user || !allows(user.status, 'block')) return;
      const from = user.status;
      user.change('block', 'attempts', this.clock.now());
      await tx.save(user);
      tx.pending.audit.push({
        kind: 'users.user-status-changed',
        tenant: user.tenant,
        subject: sub,
        details: { from, to: user.status, action: 'block', by: 'attempts' },
      });
    });
  }
}
