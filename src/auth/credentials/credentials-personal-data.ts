import { Injectable } from '@nestjs/common';
import { PersonalData, type PersonalDataSection, type UserRef } from '../../users/contract.js';
import { PasskeyStore } from './passkeys/passkey.store.js';

/** What we hold of how a user signs in; keys and hashes are not theirs to read. */
@Injectable()
export class CredentialsPersonalData extends PersonalData {
  constructor(private readonly passkeys: PasskeyStore) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    const data = (await this.passkeys.of(sub)).map(({ name, createdAt, lastUsedAt }) => ({
      name,
      createdTs: createdAt.toISOString(),
      lastUsedTs: lastUsedAt?.toISOString() ?? null,
    }));
    return { name: 'passkeys', data };
  }
}
