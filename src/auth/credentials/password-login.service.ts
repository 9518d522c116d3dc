import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../shared/audit/audit-log.js';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { UserActivity, UserDirectory, type UserCard } from '../../users/contract.js';
import { AddressLimit } from './attempts/address-limit.service.js';
import { KnownBrowsers } from './attempts/known-browsers.service.js';
import { LoginTries, type Try } from './attempts/login-tries.service.js';
import { PasswordHasher, type PasswordCheck } from './passwords/password-hasher.service.js';
import { PasswordStore } from './passwords/password.store.js';

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
    private readonly passwords: PasswordStore,
    private readonly hasher: PasswordHasher,
    private readonly tries: LoginTries,
    private readonly browsers: KnownBrowsers,
    private readonly addresses: AddressLimit,
    private readonly activity: UserActivity,
    private readonly audit: AuditLog,
  ) {}

  async attempt({ tenant, login, password, marks }: PasswordAttempt): Promise<UserCard | undefined> {
    this.addresses.take();
    const user = await this.users.findByLogin(tenant, login);
    const known = user !== undefined && this.browsers.isKnown(marks, user.ref.sub);
    const refused = (because: Because) => this.#refused(tenant, user, because);
    const paid = await this.tries.pay(user ? { sub: user.ref.sub } : { tenant, login }, known);
    if (!paid) return refused('too-soon');
    const { fits } = await this.#check(user?.ref.sub, password, paid);
    if (!fits) await this.tries.wasWrong(paid);
    if (!user || !fits) return refused('wrong');
    await this.tries.wasRight(paid);
    if (user.status !== 'ACTIVE') return refused('status');
    await this.#loggedIn(tenant, user);
    return user;
  }

  /** Whether this is the password of a user who is logged in. Wrong ones count as from a browser that is known. */
  async confirm(user: UserCard, password: string): Promise<boolean> {
    this.addresses.take();
    const paid = await this.tries.pay({ sub: user.ref.sub }, true);
    if (!paid) return false;
    const { fits } = await this.#check(user.ref.sub, password, paid);
    await (fits ? this.tries.wasRight(paid) : this.tries.wasWrong(paid));
    return fits;
  }

  async #check(sub: string | undefined, password: string, paid: Try): Promise<PasswordCheck> {
    const kept = await this.passwords.hashOf(sub);
    try {
      const checked = await this.hasher.check(password, kept);
      const due = checked.fits && checked.stale;
      if (due && sub && kept) await this.passwords.rehash(sub, kept, await this.hasher.hash(password));
      return checked;
    } catch (error) {
      await this.tries.giveBack(paid);
      throw error;
    }
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
