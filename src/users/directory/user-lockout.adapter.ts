import { Injectable } from '@nestjs/common';
import { allows } from '../user/user-status.js';
import { UserLockout } from '../contract/ports.js';
import { UserRepository } from '../user/user.repository.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';

const SCOPE = Tenant.all('the caller has the sub from a token, a login or an event');

@Injectable()
export class UserLockoutAdapter extends UserLockout {
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
      await this.users.save(tx, user);
      tx.pending.audit.push({
        kind: 'users.user-status-changed',
        tenant: user.tenant,
        subject: sub,
        details: { from, to: user.status, action: 'block', by: 'attempts' },
      });
    });
  }
}
