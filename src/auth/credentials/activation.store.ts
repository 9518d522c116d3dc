import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/clock.js';
import { Database } from '../../shared/persistence/database.js';
import type { Tx } from '../../shared/persistence/tx.js';
import type { MadePasskey } from './passkeys/passkey.store.js';

/** What an activation will make usable: the one or the other. */
export type PendingCredential = { readonly passwordHash: string } | { readonly passkey: MadePasskey };

/** Credentials that an activation will make live, or has. */
@Injectable()
export class ActivationStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Until one is live, the newest counts: it is chosen again, and perhaps another, after something went wrong. */
  async keepPending(credentialId: string, credential: PendingCredential): Promise<void> {
    const hash = 'passwordHash' in credential ? credential.passwordHash : null;
    const passkey = 'passkey' in credential ? asJson(credential.passkey) : null;
    await this.db.rows(KEEP, [credentialId, hash, passkey, this.clock.now()]);
  }

  /** The passkey that is pending under this id, if it is that one. */
  async pendingPasskey(credentialId: string, passkeyId: string): Promise<MadePasskey | undefined> {
    const found = await this.db.one<{ passkey: KeptPasskey }>(PENDING_PASSKEY, [credentialId, passkeyId]);
    return found && { ...found.passkey, publicKey: new Uint8Array(Buffer.from(found.passkey.publicKey, 'base64url')) };
  }

  /** Whether it is this credential that is pending; from now on nobody puts another in its place. */
  async lockPending(tx: Tx, credentialId: string, credential: PendingCredential): Promise<boolean> {
    const mark = 'passkey' in credential ? credential.passkey.credentialId : credential.passwordHash;
    return (await tx.rows(LOCK, [credentialId, mark])).length > 0;
  }

  async noteLive(tx: Tx, credentialId: string, sub: string): Promise<void> {
    await tx.rows(LIVE, [credentialId, sub, this.clock.now()]);
  }
}

type KeptPasskey = Omit<MadePasskey, 'publicKey'> & { readonly publicKey: string };

const asJson = (passkey: MadePasskey): string =>
  JSON.stringify({ ...passkey, publicKey: Buffer.from(passkey.publicKey).toString('base64url') } satisfies KeptPasskey);

const KEEP = `
  INSERT INTO auth.activation (credential_id, password_hash, passkey, created_at) VALUES ($1, $2, $3, $4)
  ON CONFLICT (credential_id) DO UPDATE SET password_hash = excluded.password_hash, passkey = excluded.passkey
  WHERE activation.live_at IS NULL`;
const PENDING_PASSKEY = `
  SELECT passkey FROM auth.activation WHERE credential_id = $1 AND passkey ->> 'credentialId' = $2`;
const LOCK = `
  SELECT 1 FROM auth.activation
  WHERE credential_id = $1 AND coalesce(password_hash, passkey ->> 'credentialId') = $2 FOR UPDATE`;
const LIVE = `
  UPDATE auth.activation SET password_hash = NULL, passkey = NULL, sub = $2, live_at = $3 WHERE credential_id = $1`;
