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
import type { Factor } from '../../sessions/levels.js';
import { NumberApprovals } from '../approvals/number-approvals.service.js';
import { assertionIn } from '../passkeys/attestations.service.js';
import { PasskeyAssertions } from '../passkeys/passkey-assertions.service.js';
import { PasskeyStore } from '../passkeys/passkey.store.js';
import { PasswordStore } from '../passwords/password.store.js';
import { RecoveryCodes } from '../recovery-codes/recovery-codes.service.js';
import { SecondFactors } from '../second-factors.service.js';
import { TotpFactor } from '../totp/totp.service.js';
import { AddressLimit } from '../tries/login-tries.service.js';
import { RefusalTimer } from '../tries/refusal-timer.js';
import { RecoveryLimits } from './recovery-limits.service.js';

const PURPOSE = 'auth/recovery-second-factor';

/** A sign-in in which the user claims to have forgotten the password. */
export interface Forgotten {
  readonly tenant: Tenant;
  readonly login: string;
  /** The id of the sign-in. A code is valid only in the sign-in that requested it. */
  readonly boundTo: string;
}

export interface Recovery extends Forgotten {
  readonly code: string;
  /**
   * The value that `showSecond` returned after the user proved a second factor. The browser sends it with each step.
   * Empty until a factor is proven.
   */
  readonly second: string;
}

/**
 * The user whose mailed code was correct. If `needed` is not empty, the user must still prove one of these second
 * factors.
 */
export interface Recovering {
  readonly user: UserCard;
  readonly needed: readonly Factor[];
}

/** The proof of a second factor: a passkey assertion, a code, or an approval already given on the phone. */
export type SecondProof =
  | { readonly by: 'passkey'; readonly response: string }
  | { readonly by: 'totp' | 'recoveryCode'; readonly code: string }
  | { readonly by: 'approval' };

/** The result of proving a second factor. On success, the browser must send `second` with the next step. */
export type ShownSecond =
  | { readonly second: string }
  | { readonly problem: 'refused' | 'wrongCode' | 'tooSoon'; readonly needed: readonly Factor[] };

/**
 * Verifies a user who has forgotten the password, by a mailed code and, if the user has one, a second factor. Neither
 * the text nor the timing of a refusal reveals its reason.
 */
@Injectable()
export class PasswordRecovery {
  constructor(
    private readonly enterprises: Enterprises,
    private readonly users: UserDirectory,
    private readonly passwords: PasswordStore,
    private readonly passkeys: PasskeyStore,
    private readonly factors: SecondFactors,
    private readonly totp: TotpFactor,
    private readonly codes: RecoveryCodes,
    private readonly approvals: NumberApprovals,
    private readonly assertions: PasskeyAssertions,
    private readonly mailed: MailedCodes,
    private readonly limits: RecoveryLimits,
    private readonly addresses: AddressLimit,
    private readonly index: BlindIndex,
    private readonly audit: AuditLog,
  ) {}

  async isOffered({ enterpriseId }: Tenant): Promise<boolean> {
    if (enterpriseId === OPERATORS_ENTERPRISE) return false;
    return (await this.enterprises.find(enterpriseId))?.signIn.recovery === 'mail';
  }

  /**
   * Mails a code if the user has a password. Accounts with only a passkey get none, so that a mail alone cannot open
   * them.
   */
  async ask({ tenant, login, boundTo }: Forgotten): Promise<'asked' | 'tooMany'> {
    const timer = new RefusalTimer();
    if (!(await this.limits.admits(tenant, login))) return 'tooMany';
    const sub = (await this.users.findByLogin(tenant, login))?.ref.sub;
    const hasPassword = (await this.passwords.hashOf(sub)) !== undefined;
    const admitted = await this.limits.admitsUser(sub, tenant, login);
    await this.mailed.ask({ sub: hasPassword && admitted ? sub : undefined, boundTo });
    await this.audit.record({ kind: 'auth.recovery-asked', tenant, subject: sub });
    await timer.wait();
    return 'asked';
  }

  /**
   * Checks the mailed code. Returns undefined if it is wrong. A correct code can be checked repeatedly until it is
   * redeemed.
   */
  check(recovery: Recovery): Promise<Recovering | undefined> {
    return this.#try(recovery, (attempt) => this.mailed.isRight(attempt));
  }

  /** If no second factor remains to be proven, uses the mailed code up and returns the user. */
  async redeem(recovery: Recovery): Promise<UserCard | undefined> {
    const recovering = await this.check(recovery);
    if (!recovering || recovering.needed.length > 0) return undefined;
    return (await this.#try(recovery, (attempt) => this.mailed.redeem(attempt)))?.user;
  }

  secondOptions(boundTo: string) {
    return this.assertions.options({ ceremony: 'step-up', boundTo });
  }

  /** Checks the proof of a second factor. Returns undefined if the mailed code is no longer valid. */
  async showSecond(recovery: Recovery, proof: SecondProof): Promise<ShownSecond | undefined> {
    const { user, needed } = (await this.check(recovery)) ?? {};
    if (!user || !needed) return undefined;
    const problem = needed.includes(proof.by) ? await this.#faultOf(recovery, user, proof) : 'refused';
    return problem ? { problem, needed } : { second: this.#mark(recovery, user) };
  }

  async #faultOf(recovery: Recovery, { ref }: UserCard, proof: SecondProof) {
    if (proof.by === 'approval') {
      return (await this.approvals.use(ref, bindingOf(recovery))) ? undefined : ('refused' as const);
    }
    if (proof.by === 'passkey') return (await this.#isPasskey(recovery, ref.sub, proof)) ? undefined : 'refused';
    const codes = proof.by === 'totp' ? this.totp : this.codes;
    const outcome = await codes.attempt(ref, proof.code);
    return outcome === 'right' ? undefined : outcome === 'wrong' ? 'wrongCode' : 'tooSoon';
  }

  async #isPasskey({ boundTo }: Recovery, sub: string, { response }: { readonly response: string }): Promise<boolean> {
    const answer = assertionIn(response);
    const passkey = answer && (await this.passkeys.find(answer.id));
    if (!answer || passkey?.sub !== sub) return false;
    return this.assertions.isProven(answer, passkey, { ceremony: 'step-up', boundTo });
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
    return { user, needed: isShown ? [] : await this.factors.of(user.ref) };
  }

  /**
   * Computes the value of `second`, which proves that the user has proven a second factor. It is valid only with this
   * code in this sign-in.
   */
  #mark(recovery: Recovery, user: UserCard): string {
    return this.index.hash(marked(recovery, user), PURPOSE);
  }
}

/**
 * The value that binds an approval to this recovery. The sign-in itself uses another value, so one approval cannot be
 * used for both.
 */
export const bindingOf = ({ boundTo }: Pick<Recovery, 'boundTo'>): string => `recover ${boundTo}`;

const marked = ({ boundTo, code }: Recovery, { ref: { sub } }: UserCard): string =>
  JSON.stringify([sub, boundTo, code]);
