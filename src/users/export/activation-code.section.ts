import { Injectable } from '@nestjs/common';
import type { UserRef } from '../contract/users.events.js';
import { PersonalData, type PersonalDataSection } from '../contract/ports.js';
import { ActivationCodes } from '../activation/activation-codes.service.js';

@Injectable()
export class ActivationCodeSection extends PersonalData {
  constructor(private readonly codes: ActivationCodes) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    return { name: 'activationCode', data: await this.codes.codeInfo(sub) };
  }
}
