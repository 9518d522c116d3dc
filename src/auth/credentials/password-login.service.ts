import { Injectable, Logger } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { UserActivity, UserDirectory, type UserCard } from '../../users/contract/index.js';
import { AddressLimit, LoginTries } from './tries/login-tries.service.js';
import { KnownBrowsers } from './tries/known-browsers.service.js';
import { RefusalTimer } from './tries/refusal-timer.js';
import { otherModeNote } from './other-mode.js';
import { PasswordCheck, NOBODY } from './passwords/password.store.js';

export interface PasswordAttempt {
  readonly tenant: Tenant;
  readonly login: string;
  readonly password: string;
  /** The cookie that shows which users have signed in with this browser before. */
  readonly marks: string | undefined;
}

type Because = 'wrong' | 'too-soon' | 'status' | 'other-mode';

/**
 * Signs a user in with a password. Neither the text nor the timing of a refusal reveals its reason: all refusals run
 * the same statements, and `RefusalTimer` hides the remaining differences.
 */
@Injectable()
export class PasswordLogin {
  readonly #log = new Logger(PasswordLogin.name);

  constructor(
    private readonly users: UserDirectory,
    private readonly passwords: PasswordCheck,
    private readonly tries: LoginTries,
    private readonly browsers: KnownBrowsers,
    private readonly addresses: AddressLimit,
    private readonly activity: UserActivity,
    private readonly audit: AuditLog,
  ) {}

  attempt(attempt: PasswordAttempt): Promise<UserCard | undefined> {
    return this.addresses.countFailures(
      () => this.#attempt(attempt),
      (user) => user !== undefined,
    );
  }

  async #attempt(attempt: PasswordAttempt): Promise<UserCard | undefined> {
    const { tenant, login } = attempt;
    const timer = new RefusalTimer();
    const user = await this.users.findByLogin(tenant, login);
    const because = await this.#refusalOf(attempt, user, timer);
    if (!user || because) {
      const isOfOtherMode = await isOnOtherSide(this.users, tenant, login);
      await this.#refused(tenant, user, !user && isOfOtherMode ? 'other-mode' : (because ?? 'wrong'));
      await timer.wait();
      return undefined;
    }
    await this.#loggedIn(tenant, user);
    return user;
  }

  async #refusalOf(
    { tenant, login, password, marks }: PasswordAttempt,
    user: UserCard | undefined,
    timer: RefusalTimer,
  ): Promise<Because | undefined> {
    const sub = user?.ref.sub;
    const known = this.browsers.isKnown(marks, sub ?? NOBODY);
    const begun = await this.tries.begin({ tenant, login, sub }, known);
    if (!begun) return 'too-soon';
    const fits = await this.tries.settle(begun, () =>
      timer.leaveOut(() => this.passwords.fits(sub, password, tenant.enterpriseId)),
    );
    if (!user || !fits) return 'wrong';
    return user.status === 'ACTIVE' ? undefined : 'status';
  }

  async #loggedIn(tenant: Tenant, { ref: { sub } }: UserCard): Promise<void> {
    this.activity.touch(sub);
    await this.audit.record({ kind: 'auth.user-logged-in', tenant, subject: sub, details: { by: 'password' } });
  }

  async #refused(tenant: Tenant, user: UserCard | undefined, because: Because): Promise<void> {
    if (because === 'other-mode') this.#log.warn(otherModeNote(tenant), 'A login was refused');
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

/**
 * Whether a live login names a test user, or a test login names a live user. Every refusal makes this look-up, so its
 * duration reveals nothing.
 */
async function isOnOtherSide(users: UserDirectory, { enterpriseId, test }: Tenant, login: string): Promise<boolean> {
  return (await users.findByLogin(Tenant.of(enterpriseId, !test), login)) !== undefined;
}
