import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../../audit/contract/index.js';
import type { Tenant } from '../../../shared/kernel/index.js';
import { BlindIndex } from '../../../shared/security/index.js';
import {
  Enterprises,
  MailedCodes,
  OPERATORS_ENTERPRISE,
  type UserCard,
  UserDirectory,
} from '../../../users/contract/index.js';
import { assertionIn } from '../passkeys/attestations.service.js';
import { PasskeyAssertions } from '../passkeys/passkey-assertions.service.js';
import { PasskeyStore } from '../passkeys/passkey.store.js';
import { PasswordStore } from '../passwords/password.store.js';
import { AddressLimit } from '../tries/login-tries.service.js';
import { RefusalTimer } from '../tries/refusal-timer.js';
import { RecoveryLimits } from './recovery-limits.service.js';

const PURPOSE = 'auth/recovery-second-factor';

/** A sign-in in which somebody says to have forgotten a password. */
export interface Forgotten {
  readonly tenant: Tenant;
  readonly login: string;
  /** The sign-in. A code works in the one that asked for it. */
  readonly boundTo: string;
}

export interface Recovery extends Forgotten {
  readonly code: string;
  /** Handed out when the second factor was shown. Empty before. */
  readonly second: string;
}

/** The user of a right code, and whether a second factor has still to be shown. */
export interface Recovering {
  readonly user: UserCard;
  readonly needsSecond: boolean;
}

/**
 * Shows that somebody who has forgotten a password is the user: by a code to the mail address on record and, where the
 * user has one, by a second factor. Refusals tell no reason, neither by text nor by time.
 */
@Injectable()
export class PasswordRecovery {
  constructor(
    private readonly enterprises: Enterprises,
    private readonly users: UserDirectory,
    private readonly passwords: PasswordStore,
    private readonly passkeys: PasskeyStore,
    private readonly assertions: PasskeyAssertions,
    private readonly codes: MailedCodes,
    private readonly limits: RecoveryLimits,
    private readonly addresses: AddressLimit,
    private readonly index: BlindIndex,
    private readonly audit: AuditLog,
  ) {}

  async isOffered({ enterpriseId }: Tenant): Promise<boolean> {
    if (enterpriseId === OPERATORS_ENTERPRISE) return false;
    return (await this.enterprises.find(enterpriseId))?.signIn.recovery === 'mail';
  }

  /** Sends a code to users who have a password: a mail must not open an account that opens by a passkey alone. */
  async ask({ tenant, login, boundTo }: Forgotten): Promise<'asked' | 'tooMany'> {
    const timer = new RefusalTimer();
    if (!(await this.limits.admits(tenant, login))) return 'tooMany';
    const sub = (await this.users.findByLogin(tenant, login))?.ref.sub;
    const hasPassword = (await this.passwords.hashOf(sub)) !== undefined;
    const admitted = await this.limits.admitsUser(sub, tenant, login);
    await this.codes.ask({ sub: hasPassword && admitted ? sub : undefined, boundTo });
    await this.audit.record({ kind: 'auth.recovery-asked', tenant, subject: sub });
    await timer.wait();
    return 'asked';
  }

  /** Undefined for a wrong code. A right one can be shown again. */
  check(recovery: Recovery): Promise<Recovering | undefined> {
    return this.#try(recovery, (attempt) => this.codes.isRight(attempt));
  }

  /** The user, if nothing is missing. The code works no more. */
  async redeem(recovery: Recovery): Promise<UserCard | undefined> {
    const recovering = await this.check(recovery);
    if (!recovering || recovering.needsSecond) return undefined;
    return (await this.#try(recovery, (attempt) => this.codes.redeem(attempt)))?.user;
  }

  secondOptions(boundTo: string) {
    return this.assertions.options({ ceremony: 'step-up', boundTo });
  }

  /** Undefined for a passkey that is not the user's. */
  async showSecond(recovery: Recovery, response: string): Promise<string | undefined> {
    const { user } = (await this.check(recovery)) ?? {};
    const answer = assertionIn(response);
    const passkey = answer && (await this.passkeys.find(answer.id));
    if (!user || !answer || passkey?.sub !== user.ref.sub) return undefined;
    const place = { ceremony: 'step-up', boundTo: recovery.boundTo } as const;
    return (await this.assertions.isProven(answer, passkey, place)) ? this.#mark(recovery, user) : undefined;
  }

  #try(recovery: Recovery, isRight: MailedCodes['isRight']): Promise<Recovering | undefined> {
    return this.addresses.countFailures(
      async () => {
        const timer = new RefusalTimer();
        const { tenant, login, boundTo, code } = recovery;
        const user = await this.users.findByLogin(tenant, login);
        if (user && (await isRight({ sub: user.ref.sub, boundTo, code }))) return this.#recovering(recovery, user);
        if (!user) await isRight({ sub: undefined, boundTo, code });
        const subject = user?.ref.sub;
        await this.audit.record({ kind: 'auth.recovery-code-entered', outcome: 'refused', tenant, subject });
        await timer.wait();
        return undefined;
      },
      (recovering) => recovering !== undefined,
    );
  }

  async #recovering(recovery: Recovery, user: UserCard): Promise<Recovering> {
    const isShown = recovery.second !== '' && this.index.matches(recovery.second, marked(recovery, user), PURPOSE);
    return { user, needsSecond: !isShown && (await this.passkeys.has(user.ref.sub)) };
  }

  /** Holds for this code alone, in this sign-in. */
  #mark(recovery: Recovery, user: UserCard): string {
    return this.index.hash(marked(recovery, user), PURPOSE);
  }
}

const marked = ({ boundTo, code }: Recovery, { ref: { sub } }: UserCard): string =>
  JSON.stringify([sub, boundTo, code]);
