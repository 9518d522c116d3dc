import { Injectable } from '@nestjs/common';
import type { Tx } from '../../shared/persistence/index.js';
import { type UserRef, HeldFactors } from '../../users/contract/index.js';
import type { Factor } from '../sessions/levels.js';
import { FactorRules } from './factor-rules.service.js';
import { NumberApprovals } from './approvals/number-approvals.service.js';
import { Password } from './passwords/password.entity.js';
import { Passkey } from './passkeys/passkey.entity.js';
import { PasskeyStore } from './passkeys/passkey.store.js';
import { Totp } from './totp/totp.entity.js';
import { RecoveryCodes } from './recovery-codes/recovery-codes.service.js';
import { TotpFactor } from './totp/totp.service.js';

/** The second factors that a user can prove, the strongest first. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly passkeys: PasskeyStore,
    private readonly approvals: NumberApprovals,
    private readonly totp: TotpFactor,
    private readonly codes: RecoveryCodes,
    private readonly rules: FactorRules,
  ) {}

  async of(user: UserRef): Promise<Factor[]> {
    const { factors } = await this.rules.of(user);
    const [passkey, approval, totp, code] = await Promise.all([
      this.passkeys.has(user.sub),
      factors.includes('approval') && this.approvals.has(user),
      factors.includes('totp') && this.totp.has(user.sub),
      factors.includes('recoveryCode') && this.codes.has(user.sub),
    ]);
    return [
      ...(passkey ? ['passkey' as const] : []),
      ...(approval ? ['approval' as const] : []),
      ...(totp ? ['totp' as const] : []),
      ...(code ? ['recoveryCode' as const] : []),
    ];
  }

  /** Whether the user may set up this factor. Passkeys are always allowed. */
  async mayMake(user: UserRef, factor: 'totp' | 'recoveryCode'): Promise<boolean> {
    return (await this.rules.of(user)).factors.includes(factor);
  }

  /**
   * Whether the user has only a password left after the removals in this transaction. Locks the password's row, so that
   * concurrent removals wait for each other.
   */
  async leavesPasswordAlone(tx: Tx, sub: string): Promise<boolean> {
    if (!(await tx.lock(Password, { sub }))) return false;
    const left = await Promise.all([tx.manager.existsBy(Passkey, { sub }), tx.manager.existsBy(Totp, { sub })]);
    return !left.includes(true);
  }
}

@Injectable()
export class HeldSecondFactors extends HeldFactors {
  constructor(
    private readonly passkeys: PasskeyStore,
    private readonly totp: TotpFactor,
    private readonly seconds: SecondFactors,
  ) {
    super();
  }

  async hasSecond(sub: string): Promise<boolean> {
    return (await this.passkeys.has(sub)) || (await this.totp.has(sub));
  }

  hasPasswordAlone(tx: Tx, sub: string): Promise<boolean> {
    return this.seconds.leavesPasswordAlone(tx, sub);
  }
}
