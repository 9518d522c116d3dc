import { Injectable } from '@nestjs/common';
import { Tenant } from '../../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import { AccountNotices, type UserCard } from '../../../users/contract/index.js';
import { CredentialsChanged, SessionsEnded } from '../../contract/index.js';
import { GrantRevocation } from '../../grants/grant-revocation.service.js';
import { Attestations } from '../passkeys/attestations.service.js';
import { PasskeyStore } from '../passkeys/passkey.store.js';
import { PasswordChoice } from '../password-change.service.js';
import { PasswordHasher } from '../passwords/password-hasher.service.js';
import type { PasswordFault } from '../passwords/password-strength.service.js';
import { PasswordStore } from '../passwords/password.store.js';
import { LoginTries } from '../tries/login-tries.service.js';
import { PasswordRecovery, type Recovery } from './password-recovery.service.js';

export type Recovered =
  | { readonly user: UserCard }
  | { readonly passwordFault: PasswordFault }
  /** The authenticator's response is unusable, but the recovery code is still valid. */
  | { readonly unusable: true }
  | { readonly refused: true };

const REFUSED = { refused: true } as const;

/** Sets a new password or passkey in a recovery, and ends all earlier sessions. */
@Injectable()
export class NewCredential {
  constructor(
    private readonly recovery: PasswordRecovery,
    private readonly choice: PasswordChoice,
    private readonly hasher: PasswordHasher,
    private readonly passwords: PasswordStore,
    private readonly attestations: Attestations,
    private readonly passkeys: PasskeyStore,
    private readonly tries: LoginTries,
    private readonly grants: GrantRevocation,
    private readonly notices: AccountNotices,
    private readonly uow: UnitOfWork,
  ) {}

  async setPassword(recovery: Recovery, password: string): Promise<Recovered> {
    const { user, needed } = (await this.recovery.check(recovery)) ?? {};
    if (!user || needed?.length !== 0) return REFUSED;
    const passwordFault = await this.choice.faultFor(password, user);
    if (passwordFault) return { passwordFault };
    const hash = await this.hasher.hash(password);
    return this.#finish(recovery, 'password', async (tx) => {
      await this.passwords.set(tx, user.ref.sub, hash);
      return true;
    });
  }

  /**
   * The options contain a new user handle, which belongs to no user: anybody can request them, so they must reveal
   * nothing about a user.
   */
  passkeyOptions(boundTo: string, login: string) {
    return this.attestations.options({ userName: login }, { ceremony: 'activate', boundTo });
  }

  async addPasskey(recovery: Recovery, name: string, response: string): Promise<Recovered> {
    const { user, needed } = (await this.recovery.check(recovery)) ?? {};
    if (!user || needed?.length !== 0) return REFUSED;
    const made = await this.attestations.made(response, { ceremony: 'activate', boundTo: recovery.boundTo });
    const { sub } = user.ref;
    if (!made || (await this.passkeys.isFull(sub)) || (await this.passkeys.find(made.credentialId))) {
      return { unusable: true };
    }
    return this.#finish(recovery, 'passkey', (tx) => this.passkeys.add(tx, { ...made, name, sub }));
  }

  /** Redeems the code first, so that of two concurrent requests only one sets a credential. */
  async #finish(recovery: Recovery, by: 'password' | 'passkey', set: (tx: Tx) => Promise<boolean>): Promise<Recovered> {
    const user = await this.recovery.redeem(recovery);
    if (!user) return REFUSED;
    const { sub, enterpriseId, test } = user.ref;
    return this.uow.run(async (tx): Promise<Recovered> => {
      if (!(await set(tx))) return REFUSED;
      await this.grants.endEverywhere(tx, sub);
      this.tries.forgetPasswords(tx, sub);
      const [tenant, details] = [Tenant.of(enterpriseId, test), { by: 'recovery' }];
      const kind = by === 'password' ? 'auth.password-set' : 'auth.passkey-added';
      tx.pending.audit.push({ kind, tenant, subject: sub, details });
      const change = by === 'password' ? 'recovered' : 'recoveredByPasskey';
      tx.record(new CredentialsChanged({ sub, enterpriseId, change }));
      tx.record(new SessionsEnded({ sub, enterpriseId, test, by: 'user' }));
      this.notices.tell(tx, sub, 'passwordRecovered');
      return { user };
    });
  }
}
