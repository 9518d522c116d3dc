import { errors, Provider, type AdapterPayload } from 'oidc-provider';
import { COLUMNS, idHash, noteUseOfGrant, recordOf, recordsIn, VALUES } from './engine-record.js';
import { findGranted, GrantedModel } from './granted-model.js';

/**
 * Refresh tokens are used once and replaced. An answer may be lost on its way: within 30 seconds the last token may be
 * repeated, once, while its successor is unused; the successor is replaced then, and counts as used. Any other use of a
 * used token means that two hold it, and all of its grant are revoked.
 */
export class StoredRefreshTokens extends GrantedModel {
  /** Nothing yet: using a token and storing its successor is one statement, or two who repeat it could both succeed. */
  override async consume(): Promise<void> {
    // see upsert
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const used = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    if (!used) return super.upsert(id, payload, expiresIn);
    const record = JSON.stringify([recordOf(this.model, id, payload, expiresIn)]);
    const replace = () => this.storage.db.rows(REPLACE, [record, idHash(used.jti)]);
    // Whoever waited for another one to finish does not see what that one has stored until it looks again.
    const stored = (await replace()).length > 0 || (await replace()).length > 0;
    if (stored) return;
    await this.storage.ending.revokeTokens(payload.grantId ?? '');
    throw new errors.InvalidGrant('refresh token already used');
  }

  protected override findSql(): string {
    return FIND;
  }
}

/** The answer to its use may have been lost: it may be used once more. */
const mayBeRepeated = (used: string): string => `(
  ${used}.consumed_at > now() - interval '30 seconds' AND ${used}.repeated_at IS NULL
  AND EXISTS (SELECT FROM auth.engine_record successor
              WHERE successor.model = 'RefreshToken' AND successor.parent_hash = ${used}.id_hash AND successor.consumed_at IS NULL))`;

const FIND = findGranted(
  `CASE WHEN ${mayBeRepeated('found')} THEN NULL ELSE extract(epoch FROM found.consumed_at)::float8 END`,
);

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
