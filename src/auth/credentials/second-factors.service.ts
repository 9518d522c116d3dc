import { Injectable } from '@nestjs/common';
import type { Tx } from '../../shared/persistence/index.js';
import type { Factor } from '../sessions/levels.js';
import { Password } from './passwords/password.entity.js';
import { Passkey } from './passkeys/passkey.entity.js';
import { PasskeyStore } from './passkeys/passkey.store.js';
import { Totp } from './totp/totp.entity.js';
import { TotpFactor } from './totp/totp.service.js';

/** The factors that a user can prove besides the password. */
@Injectable()
export class SecondFactors {
  constructor(
    private readonly passkeys: PasskeyStore,
    private readonly totp: TotpFactor,
  ) {}

  async of(sub: string): Promise<Factor[]> {
    const [passkey, totp] = await Promise.all([this.passkeys.has(sub), this.totp.has(sub)]);
    return [...(passkey ? ['passkey' as const] : []), ...(totp ? ['totp' as const] : [])];
  }

  /** Whether a password is all that is left to sign in with. Two removals at once wait for each other. */
  async leavesPasswordAlone(tx: Tx, sub: string): Promise<boolean> {
    if (!(await tx.lock(Password, { sub }))) return false;
    const left = await Promise.all([tx.manager.existsBy(Passkey, { sub }), tx.manager.existsBy(Totp, { sub })]);
    return !left.includes(true);
  }
}
