import { Injectable } from '@nestjs/common';
import { PersonalData, type PersonalDataSection, type UserRef } from '../../../users/contract/index.js';
import { PasskeyStore } from '../passkeys/passkey.store.js';

/** The export of what is stored about a user's sign-in, without keys and hashes. */
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
