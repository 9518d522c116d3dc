import { Injectable } from '@nestjs/common';
import type { Factor } from '../sessions/levels.js';
import { PasskeyStore } from './passkeys/passkey.store.js';
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
}
