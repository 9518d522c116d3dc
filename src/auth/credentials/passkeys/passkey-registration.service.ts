import { Injectable } from '@nestjs/common';
import { Tenant } from '../../../shared/kernel/tenant.js';
import type { Tx } from '../../../shared/persistence/tx.js';
import { UnitOfWork } from '../../../shared/persistence/unit-of-work.js';
import type { UserCard } from '../../../users/contract.js';
import { Attestations } from './attestations.service.js';
import { PasskeyStore, type Passkey } from './passkey.store.js';

const MOST = 20;
const LONGEST_NAME = 60;

/** The passkeys that a user who is logged in sets up, and removes. */
@Injectable()
export class PasskeyRegistration {
  constructor(
    private readonly attestations: Attestations,
    private readonly passkeys: PasskeyStore,
    private readonly uow: UnitOfWork,
  ) {}

  list({ ref: { sub } }: UserCard): Promise<Passkey[]> {
    return this.passkeys.of(sub);
  }

  async options({ ref: { sub, userId }, firstName, lastName }: UserCard, boundTo: string) {
    const existing = (await this.passkeys.of(sub)).map(({ credentialId }) => credentialId);
    const displayName = [firstName, lastName].filter(Boolean).join(' ') || userId;
    const handle = new Uint8Array(Buffer.from(sub));
    return this.attestations.options(
      { handle, userName: userId, displayName, existing },
      { ceremony: 'register', boundTo },
    );
  }

  async add(user: UserCard, boundTo: string, name: string, response: string): Promise<boolean> {
    const made = await this.attestations.made(response, { ceremony: 'register', boundTo });
    if (!made || (await this.passkeys.of(user.ref.sub)).length >= MOST) return false;
    const { sub } = user.ref;
    return this.#change(user, 'added', (tx) =>
      this.passkeys.add(tx, { ...made, sub, name: name.trim().slice(0, LONGEST_NAME) || 'Passkey' }),
    );
  }

  remove(user: UserCard, credentialId: string): Promise<boolean> {
    return this.#change(user, 'removed', (tx) => this.passkeys.remove(tx, user.ref.sub, credentialId));
  }

  #change({ ref }: UserCard, what: 'added' | 'removed', change: (tx: Tx) => Promise<boolean>): Promise<boolean> {
    return this.uow.run(async (tx) => {
      const changed = await change(tx);
      const tenant = Tenant.of(ref.enterpriseId, ref.test);
      if (changed) tx.pending.audit.push({ kind: `auth.passkey-${what}`, tenant, subject: ref.sub });
      return changed;
    });
  }
}
