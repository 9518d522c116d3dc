import { Injectable } from '@nestjs/common';
import type { Tx } from '../../../shared/persistence/index.js';
import { AccountNotices, type UserCard } from '../../../users/contract/index.js';
import { CredentialsChanged, SecondFactorReplaced } from '../../contract/index.js';
import { Passkey } from '../passkeys/passkey.entity.js';
import { PasskeyRegistration } from '../passkeys/passkey-registration.service.js';
import { RecoveryCode } from '../recovery-codes/recovery-code.entity.js';
import { Totp } from '../totp/totp.entity.js';
import { type CodeOutcome, TotpFactor } from '../totp/totp.service.js';
import { FactorRecoveries } from './factor-recoveries.service.js';

/** The secret in the browser's cookie, and the session that is kept when the user's other sessions end. */
export interface ReplacingBrowser {
  readonly browser: string | undefined;
  readonly sessionUid: string;
}

/** Stores the new second factor and removes all others: the user has lost them, and somebody else may have them. */
@Injectable()
export class FactorReplacement {
  constructor(
    private readonly recoveries: FactorRecoveries,
    private readonly totp: TotpFactor,
    private readonly passkeys: PasskeyRegistration,
    private readonly notices: AccountNotices,
  ) {}

  byTotp(user: UserCard, here: ReplacingBrowser, setup: string, code: string): Promise<CodeOutcome> {
    return this.totp.confirm(user.ref, setup, code, (tx) => this.#removeAll(tx, user, here));
  }

  byPasskey(user: UserCard, here: ReplacingBrowser, boundTo: string, name: string, response: string): Promise<boolean> {
    return this.passkeys.add(user, boundTo, name, response, (tx) => this.#removeAll(tx, user, here));
  }

  async #removeAll(tx: Tx, { ref }: UserCard, { browser, sessionUid }: ReplacingBrowser): Promise<boolean> {
    const { sub, enterpriseId } = ref;
    const recovery = await this.recoveries.replace(tx, sub, browser);
    if (!recovery) return false;
    for (const [entity, change] of REMOVED) {
      const { affected } = await tx.manager.delete(entity, { sub });
      if (affected) tx.record(new CredentialsChanged({ sub, enterpriseId, change }));
    }
    const { tenant } = recovery;
    tx.pending.audit.push({ kind: 'auth.second-factor-replaced', tenant, subject: sub });
    tx.record(new SecondFactorReplaced({ sub, enterpriseId, sessionUid }));
    this.notices.tell(tx, sub, 'secondFactorReplaced');
    return true;
  }
}

const REMOVED = [
  [Passkey, 'passkeyRemoved'],
  [Totp, 'totpRemoved'],
  [RecoveryCode, 'recoveryCodesRemoved'],
] as const;
