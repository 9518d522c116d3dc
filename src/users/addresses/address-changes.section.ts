import { Injectable } from '@nestjs/common';
import { PersonalData, type PersonalDataSection } from '../contract/ports.js';
import type { UserRef } from '../contract/users.events.js';
import { AddressChangeRepository } from './address-change.repository.js';

/** The user's recent changes of address, as a part of the export of personal data. */
@Injectable()
export class AddressChangesSection extends PersonalData {
  constructor(private readonly changes: AddressChangeRepository) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    const data = (await this.changes.of(sub)).map(({ state, fromEmail, toEmail, changedAt }) => ({
      state,
      fromEmail,
      toEmail,
      changedAt: changedAt.toISOString(),
    }));
    return { name: 'addressChanges', data };
  }
}
