import { Injectable } from '@nestjs/common';
import { Tenant } from '../../shared/kernel/tenant.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import type { UserCard } from '../../users/contract.js';
import { ConfirmPassword } from './confirm-password.service.js';
import { PasswordChoice } from './password-choice.service.js';
import { PasswordHasher } from './passwords/password-hasher.service.js';
import { PasswordStore } from './passwords/password.store.js';
import type { PasswordFault } from './passwords/password-text.js';

export type PasswordChanged = 'changed' | 'wrongPassword' | PasswordFault;

/** Another password, for whoever knows the one before. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly choice: PasswordChoice,
    private readonly confirmation: ConfirmPassword,
    private readonly hasher: PasswordHasher,
    private readonly passwords: PasswordStore,
    private readonly uow: UnitOfWork,
  ) {}

  async change(user: UserCard, current: string, next: string): Promise<PasswordChanged> {
    const fault = await this.choice.faultFor(next, user);
    if (fault) return fault;
    if (!(await this.confirmation.confirm(user.ref.sub, current))) return 'wrongPassword';
    const hash = await this.hasher.hash(next);
    const { sub, enterpriseId, test } = user.ref;
    await this.uow.run(async (tx) => {
      await this.passwords.set(tx, sub, hash);
      const tenant = Tenant.of(enterpriseId, test);
      tx.pending.audit.push({ kind: 'auth.password-set', tenant, subject: sub, details: { by: 'user' } });
    });
    return 'changed';
  }
}
