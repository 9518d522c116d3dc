import { Injectable } from '@nestjs/common';
import { StepUpTries } from '../step-up-tries.js';
import { AddressLimit } from './attempts/address-limit.service.js';
import { PasswordCheck } from './passwords/password-check.service.js';

/** Whether this is the password of a user who is logged in. */
@Injectable()
export class ConfirmPassword {
  constructor(
    private readonly addresses: AddressLimit,
    private readonly tries: StepUpTries,
    private readonly passwords: PasswordCheck,
  ) {}

  async confirm(sub: string, password: string): Promise<boolean> {
    this.addresses.take();
    return (await this.tries.judge(sub, () => this.passwords.fits(sub, password))) === 'right';
  }
}
