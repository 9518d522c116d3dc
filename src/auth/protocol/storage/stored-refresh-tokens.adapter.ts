import { type AdapterPayload, errors, Provider } from 'oidc-provider';
import { COLUMNS, idHash, noteUseOfGrant, recordOf, recordsIn, VALUES } from './engine.record.js';
import { findGranted, GrantedModel } from './stored-grants.adapter.js';

/**
 * Each refresh token is used once and replaced by a successor. Because the response may be lost, the last used token
 * may be repeated for a day after its first use, as long as its successor is unused. The unused successor is then
 * replaced too, and counts as used. Any other use of a used token means that two parties have it, so every token of the
 * grant is revoked. If both uses are concurrent, `upsert` revokes the tokens. Otherwise the protocol engine does so,
 * because it finds the token used.
 */
export class StoredRefreshTokens extends GrantedModel {
  /**
   * Does nothing: in `upsert`, one statement marks the token as used and stores its successor, so that only one of two
   * concurrent uses succeeds.
   */
  override async consume(): Promise<void> {
    // see upsert
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const used = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    if (!used) return super.upsert(id, payload, expiresIn);
    const record = JSON.stringify([recordOf(this.model, id, payload, expiresIn)]);
    const usedHash = idHash(used.jti);
    for (let tried = 0; tried < MOST_AT_ONCE; tried += 1) {
      if ((await this.storage.db.rows(REPLACE, [record, usedHash])).length > 0) return;
      // Reads the token again, because a statement that waited for another transaction does not see the rows it stored.
      if ((await this.storage.db.rows(MAY_BE_USED, [usedHash])).length === 0) break;
    }
    await this.storage.ending.revokeTokens(payload.grantId ?? '');
    throw new errors.InvalidGrant('refresh token already used');
  }

  protected override findSql(): string {
    return FIND_REFRESH_TOKEN;
  }
}

/**
 * Maximum number of attempts to store the use of a refresh token. Concurrent uses of one token are stored one after the
 * other.
 */
const MOST_AT_ONCE = 20;

/**
 * SQL condition: whether a used refresh token may be used again, because the response to its first use may have been
 * lost.
 */
const mayBeRepeated = (used: string): string => `(
  ${used}.consumed_at > now() - interval '1 day' AND EXISTS (SELECT FROM auth.engine_record successor
              WHERE successor.model = 'RefreshToken' AND successor.parent_hash = ${used}.id_hash AND successor.consumed_at IS NULL))`;

const FIND_REFRESH_TOKEN = findGranted(
  `CASE WHEN ${mayBeRepeated('found')} THEN NULL ELSE extract(epoch FROM found.consumed_at)::float8 END`,
);

const MAY_BE_USED = `
  SELECT FROM auth.engine_record used
  WHERE model = 'RefreshToken' AND id_hash = $1 AND (consumed_at IS NULL OR ${mayBeRepeated('used')})`;

const REPLACE = `
  WITH used AS (
    UPDATE auth.engine_record AS used
    SET consumed_at = coalesce(consumed_at, now()), repeated_at = CASE WHEN consumed_at IS NOT NULL THEN now() END
    WHERE model = 'RefreshToken' AND id_hash = $2 AND (consumed_at IS NULL OR ${mayBeRepeated('used')})
    RETURNING id_hash, repeated_at
  ), replaced AS (
    UPDATE auth.engine_record AS successor SET consumed_at = now() FROM used
    WHERE successor.model = 'RefreshToken' AND successor.parent_hash = used.id_hash AND successor.consumed_at IS NULL
    RETURNING 1
  ), noted AS (
    ${noteUseOfGrant(`used, ${recordsIn(1)}`, 'new.grant_id')}
  )
  INSERT INTO auth.engine_record (${COLUMNS}, parent_hash)
  SELECT ${VALUES}, used.id_hash
  FROM used, ${recordsIn(1)} WHERE used.repeated_at IS NULL OR EXISTS (SELECT FROM replaced)
  RETURNING 1`;
