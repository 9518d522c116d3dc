import { Injectable } from '@nestjs/common';
import type { Tx } from '../../shared/persistence/index.js';
import { LONGEST_ACCESS_TOKEN_SECONDS, type DeniedToken, type NewCutOff, TOKENS_REVOKED } from './revoked-tokens.js';
import type { RevokedTokensSignal } from './revoked-token-list.service.js';

/** Revokes access tokens before they expire, in the caller's transaction, and notifies every process by a signal. */
@Injectable()
export class TokenRevocation {
  async deny(tx: Tx, token: DeniedToken): Promise<void> {
    await tx.rows(
      `INSERT INTO auth.denied_token (jti, expires_at) VALUES ($1, to_timestamp($2)) ON CONFLICT DO NOTHING`,
      [token.id, token.expiresAt],
    );
    signal(tx, { ...NOTHING, denied: [token] });
  }

  /** Revokes all tokens signed with this key. Only sends a signal, because the key's own row records the withdrawal. */
  revokeSignedWith(tx: Tx, keyId: string): void {
    signal(tx, { ...NOTHING, keys: [keyId] });
  }

  /**
   * Revokes all tokens issued to a user, to a client or under a grant up to a point in time. Changes nothing if a later
   * time is stored already.
   */
  async cutOff(tx: Tx, { kind, id, reason, before }: NewCutOff): Promise<void> {
    const [made] = await tx.rows<{ before: number }>(CUT_OFF, [kind, id, before ?? null, reason]);
    if (made) signal(tx, { ...NOTHING, cutOffs: [{ kind, id, reason, before: made.before }] });
  }
}

/** Uses the clock of the database, because the clocks of the processes differ. */
const CUT_OFF = `
  INSERT INTO auth.cut_off AS kept (kind, id, before, reason, expires_at)
  SELECT $1, $2, at, $4, at + interval '${LONGEST_ACCESS_TOKEN_SECONDS} seconds'
  FROM (SELECT least(to_timestamp($3::float8 / 1000), clock_timestamp()) AS at) AS moment
  ON CONFLICT (kind, id) DO UPDATE
  SET before = excluded.before, reason = excluded.reason, expires_at = excluded.expires_at
  WHERE kept.before <= excluded.before
  RETURNING round(extract(epoch FROM before) * 1000)::float8 AS before`;

const NOTHING: RevokedTokensSignal = { denied: [], cutOffs: [], keys: [] };
const signal = (tx: Tx, payload: RevokedTokensSignal): void =>
  void tx.pending.signals.push({ topic: TOKENS_REVOKED, payload });
