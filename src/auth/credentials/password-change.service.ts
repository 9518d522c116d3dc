import { Injectable } from '@nestjs/common';
import { AccountNotices, type UserCard } from '../../users/contract/index.js';
import { PasswordStrength, lengthFault, type PasswordFault } from './passwords/password-strength.service.js';
import { CredentialsChanged, StepUpTries } from '../contract/index.js';
import { AddressLimit } from './tries/login-tries.service.js';
import { PasswordCheck, PasswordStore } from './passwords/password.store.js';
import { Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { PasswordHasher } from './passwords/password-hasher.service.js';

/** Whether a password may be chosen. */
@Injectable()
export class PasswordChoice {
  constructor(private readonly strength: PasswordStrength) {}

  async faultOf(password: string, known: readonly string[]): Promise<PasswordFault | undefined> {
    const fault = lengthFault(password);
    if (fault) return fault;
    return (await this.strength.isGuessable(password, known)) ? 'guessable' : undefined;
  }

  /** Against what the enterprise knows of the user: only for whoever has shown to be that user. */
  faultFor(password: string, user: UserCard): Promise<PasswordFault | undefined> {
    return this.faultOf(password, knownOf(user));
  }
}

/** Names and addresses, in parts and as people put them together. */
function knownOf({ ref, firstName, lastName, emailId, mobileNumber }: UserCard): string[] {
  const joined = ['', ' ', '.', '-', '_'].flatMap((joint) => [
    [firstName, lastName].join(joint),
    [lastName, firstName].join(joint),
  ]);
  const parts = [ref.userId, firstName, lastName, emailId, ...(emailId?.split(/[@.]/) ?? []), mobileNumber, ...joined];
  return parts.filter((part): part is string => part !== null && part.length > 2);
}

/** Whether this is the password of a user who is logged in. */
@Injectable()
export class ConfirmPassword {
  constructor(
    private readonly addresses: AddressLimit,
    private readonly tries: StepUpTries,
    private readonly passwords: PasswordCheck,
  ) {}

  confirm(sub: string, password: string): Promise<boolean> {
    return this.addresses.countFailures(
      async () => (await this.tries.settle(sub, () => this.passwords.fits(sub, password))) === 'right',
      (right) => right,
    );
  }
}

export type PasswordChanged = 'changed' | 'wrongPassword' | PasswordFault;

/** Another password, for whoever knows the one before. */
@Injectable()
export class PasswordChange {
  constructor(
    private readonly choice: PasswordChoice,
    private readonly confirmation: ConfirmPassword,
    private readonly hasher: PasswordHasher,
    private readonly passwords: PasswordStore,
    private readonly notices: AccountNotices,
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
      tx.record(new CredentialsChanged({ sub, enterpriseId, change: 'passwordChanged' }));
      this.notices.tell(tx, sub, 'passwordChanged');
    });
    return 'changed';
  }
}
