import { Injectable } from '@nestjs/common';
import { Tenant } from '../../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import { AccountNotices, type UserCard } from '../../../users/contract/index.js';
import { CredentialsChanged } from '../../contract/index.js';
import { Attestations } from './attestations.service.js';
import { PasswordStore } from '../passwords/password.store.js';
import type { Passkey } from './passkey.entity.js';
import { LONGEST_PASSKEY_NAME, PasskeyStore } from './passkey.store.js';

/** The credentials that a user can sign in with. */
export interface WaysIn {
  readonly passkeys: readonly Passkey[];
  readonly hasPassword: boolean;
}

/** Adds, renames and removes the passkeys of a user who is logged in. */
@Injectable()
export class PasskeyRegistration {
  constructor(
    private readonly attestations: Attestations,
    private readonly passkeys: PasskeyStore,
    private readonly passwords: PasswordStore,
    private readonly notices: AccountNotices,
    private readonly uow: UnitOfWork,
  ) {}

  async waysIn({ ref: { sub } }: UserCard): Promise<WaysIn> {
    return { passkeys: await this.passkeys.of(sub), hasPassword: await this.#hasPassword(sub) };
  }

  async options({ ref: { sub, userId }, firstName, lastName }: UserCard, boundTo: string) {
    const existing = (await this.passkeys.of(sub)).map(({ credentialId }) => credentialId);
    const displayName = [firstName, lastName].filter(Boolean).join(' ') || userId;
    return this.attestations.options(
      { handle: handleOf(sub), userName: userId, displayName, existing },
      { ceremony: 'register', boundTo },
    );
  }

  /**
   * Adds a passkey. `first` runs before the passkey is stored, in the same transaction. It may delete other
   * credentials, or refuse by returning false.
   */
  async add(
    user: UserCard,
    boundTo: string,
    name: string,
    response: string,
    first?: (tx: Tx) => Promise<boolean>,
  ): Promise<boolean> {
    const made = await this.attestations.made(response, { ceremony: 'register', boundTo });
    if (!made) return false;
    const { sub } = user.ref;
    const passkey = { ...made, sub, userHandle: handleOf(sub).toString('base64url'), name: short(name) || 'Passkey' };
    return this.#change(user, 'added', async (tx) => {
      return (first === undefined || (await first(tx))) && this.passkeys.add(tx, passkey);
    });
  }

  async rename({ ref: { sub } }: UserCard, credentialId: string, name: string): Promise<boolean> {
    return short(name) !== '' && this.passkeys.rename(sub, credentialId, short(name));
  }

  /**
   * Removes a passkey. Returns false if it is the only passkey of a user without a password, who could not sign in any
   * more.
   */
  remove(user: UserCard, credentialId: string): Promise<boolean> {
    const { sub } = user.ref;
    return this.#change(user, 'removed', async (tx) => {
      const others = (await this.passkeys.lockCount(tx, sub)) - 1;
      const wayLeft = others > 0 || (await this.#hasPassword(sub));
      return wayLeft && this.passkeys.remove(tx, sub, credentialId);
    });
  }

  async #hasPassword(sub: string): Promise<boolean> {
    return (await this.passwords.hashOf(sub)) !== undefined;
  }

  #change({ ref }: UserCard, what: 'added' | 'removed', change: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const changed = await change(tx);
      const tenant = Tenant.of(ref.enterpriseId, ref.test);
      if (!changed) return false;
      tx.pending.audit.push({ kind: `auth.passkey-${what}`, tenant, subject: ref.sub });
      const happened = what === 'added' ? 'passkeyAdded' : 'passkeyRemoved';
      tx.record(new CredentialsChanged({ sub: ref.sub, enterpriseId: ref.enterpriseId, change: happened }));
      this.notices.tell(tx, ref.sub, happened);
      return true;
    });
  }
}

const handleOf = (sub: string): Buffer<ArrayBuffer> => Buffer.from(sub);

const short = (name: string): string => name.trim().slice(0, LONGEST_PASSKEY_NAME).trim();
