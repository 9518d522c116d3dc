import { Injectable } from '@nestjs/common';
import { PersonalData, type PersonalDataSection, type UserRef } from '../../../users/contract/index.js';
import { RememberedBrowsers } from '../remembered-browsers/remembered-browsers.service.js';
import { RecoveryCodes } from '../recovery-codes/recovery-codes.service.js';
import { TotpFactor } from '../totp/totp.service.js';
import { PasskeyStore } from '../passkeys/passkey.store.js';

/** Personal data export: the user's passkeys, without keys. */
@Injectable()
export class CredentialsPersonalData extends PersonalData {
  constructor(private readonly passkeys: PasskeyStore) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    const data = (await this.passkeys.of(sub)).map(({ name, ...times }) => ({ name, ...datesOf(times) }));
    return { name: 'passkeys', data };
  }
}

/** Personal data export: the authenticator app, without its secret. */
@Injectable()
export class TotpPersonalData extends PersonalData {
  constructor(private readonly totp: TotpFactor) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    const app = await this.totp.of(sub);
    return { name: 'totp', data: app ? datesOf(app) : null };
  }
}

/** Personal data export: when recovery codes were created and used, without the codes. */
@Injectable()
export class RecoveryCodesPersonalData extends PersonalData {
  constructor(private readonly codes: RecoveryCodes) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    const kept = await this.codes.of(sub);
    return { name: 'recoveryCodes', data: kept ? { createdTs: kept.createdAt.toISOString(), left: kept.left } : null };
  }
}

/** Personal data export: the remembered browsers, which are not asked for a second factor. */
@Injectable()
export class BrowsersPersonalData extends PersonalData {
  constructor(private readonly browsers: RememberedBrowsers) {
    super();
  }

  async section({ sub }: UserRef): Promise<PersonalDataSection> {
    const data = (await this.browsers.list(sub)).map(({ origin, ...times }) => ({
      ...origin,
      ...datesOf(times),
      expiresTs: times.expiresAt.toISOString(),
    }));
    return { name: 'rememberedBrowsers', data };
  }
}

const datesOf = ({ createdAt, lastUsedAt }: { readonly createdAt: Date; readonly lastUsedAt: Date | null }) => ({
  createdTs: createdAt.toISOString(),
  lastUsedTs: lastUsedAt?.toISOString() ?? null,
});
