import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../shared/audit/audit-log.js';
import type { Tenant } from '../../../shared/kernel/tenant.js';
import { UserActivity, UserDirectory, type UserCard } from '../../../users/contract.js';
import { AddressLimit, LoginTries } from './attempts/login-tries.service.js';
import { KnownBrowsers } from './attempts/known-browsers.service.js';
import { PasswordCheck, NOBODY } from './passwords/password.store.js';

export interface PasswordAttempt {
  readonly tenant: Tenant;
  readonly login: string;
  readonly password: string;
  /** The cookie of known browsers, if there is one. */
  readonly marks: string | undefined;
}

type Because = 'wrong' | 'too-soon' | 'status';

/** Logs a user in by password. Whatever is wrong, the same is done and nothing is told. */
@Injectable()
export class PasswordLogin {
  constructor(
    private readonly users: UserDirectory,
    private readonly passwords: PasswordCheck,
    private readonly tries: LoginTries,
    private readonly browsers: KnownBrowsers,
    private readonly addresses: AddressLimit,
    private readonly activity: UserActivity,
    private readonly audit: AuditLog,
  ) {}

  async attempt({ tenant, login, password, marks }: PasswordAttempt): Promise<UserCard | undefined> {
    this.addresses.take();
    const user = await this.users.findByLogin(tenant, login);
    const known = this.browsers.isKnown(marks, user?.ref.sub ?? NOBODY);
    const refused = (because: Because) => this.#refused(tenant, user, because);
    const paid = await this.tries.begin(user ? { sub: user.ref.sub } : { tenant, login }, known);
    if (!paid) return refused('too-soon');
    const fits = await this.tries.settle(paid, () => this.passwords.fits(user?.ref.sub, password));
    if (!user || !fits) return refused('wrong');
    if (user.status !== 'ACTIVE') return refused('status');
    await this.#loggedIn(tenant, user);
    return user;
  }

  async #loggedIn(tenant: Tenant, { ref: { sub } }: UserCard): Promise<void> {
    this.activity.touch(sub);
    await this.audit.record({ kind: 'auth.user-logged-in', tenant, subject: sub, details: { by: 'password' } });
  }

  async #refused(tenant: Tenant, user: UserCard | undefined, because: Because): Promise<undefined> {
    const details = { by: 'password', because };
    await this.audit.record({
      kind: 'auth.user-logged-in',
      outcome: 'refused',
      tenant,
      subject: user?.ref.sub,
      details,
    });
  }
}
