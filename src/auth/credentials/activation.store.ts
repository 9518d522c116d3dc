import { Injectable } from '@nestjs/common';
import { Clock } from '../../shared/kernel/clock.js';
import { Database } from '../../shared/persistence/database.js';
import type { Tx } from '../../shared/persistence/tx.js';

/** Credentials that an activation will make live, or has. */
@Injectable()
export class ActivationStore {
  constructor(
    private readonly db: Database,
    private readonly clock: Clock,
  ) {}

  /** Until it is live, the newest password counts: it is typed again, and perhaps another, after something went wrong. */
  async keepPending(credentialId: string, passwordHash: string): Promise<void> {
    await this.db.rows(KEEP, [credentialId, passwordHash, this.clock.now()]);
  }

  /** The password that is live from now on; undefined when another request has done it before. */
  async makeLive(tx: Tx, credentialId: string, sub: string): Promise<string | undefined> {
    const [pending] = await tx.rows<{ hash: string | null }>(LOCK, [credentialId]);
    if (!pending?.hash) return undefined;
    await tx.rows(LIVE, [credentialId, sub, this.clock.now()]);
    return pending.hash;
  }
}

const KEEP = `
  INSERT INTO auth.activation (credential_id, password_hash, created_at) VALUES ($1, $2, $3)
  ON CONFLICT (credential_id) DO UPDATE SET password_hash = excluded.password_hash
  WHERE activation.live_at IS NULL`;
const LOCK = 'SELECT password_hash AS hash FROM auth.activation WHERE credential_id = $1 FOR UPDATE';
const LIVE = 'UPDATE auth.activation SET password_hash = NULL, sub = $2, live_at = $3 WHERE credential_id = $1';
