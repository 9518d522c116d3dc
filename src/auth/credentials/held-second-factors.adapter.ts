import { Injectable } from '@nestjs/common';
import { HeldFactors } from '../../users/contract/index.js';
import { PasskeyStore } from './passkeys/passkey.store.js';
import { TotpFactor } from './totp/totp.service.js';

@Injectable()
export class HeldSecondFactors extends HeldFactors {
  constructor(
    private readonly passkeys: PasskeyStore,
    private readonly totp: TotpFactor,
  ) {
    super();
  }

  async hasSecond(sub: string): Promise<boolean> {
    return (await this.passkeys.has(sub)) || (await this.totp.has(sub));
  }
}
