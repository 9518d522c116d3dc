import { errors, Provider, type AdapterPayload } from 'oidc-provider';
import { idHash, read, StoredModel, type Row } from './stored-model.js';

/**
 * Refresh tokens are used once and replaced. An answer may be lost on its way: within 30 seconds the last token may be
 * repeated, once, while its successor is unused; the successor is replaced then. Any other repetition means that two hold
 * the token, and all of its grant are revoked.
 */
export class StoredRefreshTokens extends StoredModel {
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.db.one<Row>(FIND, [idHash(id)]);
    return row && { ...read(row), jti: id };
  }

  /** Nothing yet: using a token and storing its successor is one statement, or two who repeat it could both succeed. */
  override async consume(): Promise<void> {
    // see upsert
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const used = Provider.ctx?.oidc.entities.RotatedRefreshToken;
    if (!used) return super.upsert(id, payload, expiresIn);
    const replace = () => this.db.rows(REPLACE, [...this.columns(id, payload, expiresIn), idHash(used.jti)]);
    // Whoever waited for another one to finish does not see what that one has stored until it looks again.
    const stored = (await replace()).length > 0 || (await replace()).length > 0;
    if (stored) return;
    await this.ending.revokeTokens(payload.grantId ?? '');
    throw new errors.InvalidGrant('refresh token already used');
  }
}

/** The answer to its use may have been lost: it may be used once more. */
const MAY_BE_REPEATED = `(
  used.consumed_at > now() - interval '30 seconds' AND used.repeated_at IS NULL
  AND EXISTS (SELECT FROM auth.engine_record successor
              WHERE successor.model = 'RefreshToken' AND successor.parent_hash = used.id_hash AND successor.consumed_at IS NULL))`;

const FIND = `
  SELECT payload, CASE WHEN ${MAY_BE_REPEATED} THEN NULL ELSE extract(epoch FROM consumed_at)::float8 END AS consumed
  FROM auth.engine_record used
  WHERE model = 'RefreshToken' AND id_hash = $1 AND (expires_at IS NULL OR expires_at > now())`;

const REPLACE = `
  WITH used AS (
    UPDATE auth.engine_record AS used
    SET consumed_at = coalesce(consumed_at, now()), repeated_at = CASE WHEN consumed_at IS NOT NULL THEN now() END
    WHERE model = 'RefreshToken' AND id_hash = $9 AND (consumed_at IS NULL OR ${MAY_BE_REPEATED})
    RETURNING id_hash, repeated_at
  ), replaced AS (
    DELETE FROM auth.engine_record successor USING used
    WHERE successor.model = 'RefreshToken' AND successor.parent_hash = used.id_hash AND successor.consumed_at IS NULL
    RETURNING 1
  )
  INSERT INTO auth.engine_record
    (model, id_hash, payload, grant_id, account_id, uid, since, expires_at, parent_hash)
  SELECT $1, $2, $3::jsonb, $4, $5, $6, to_timestamp($7), now() + $8 * interval '1 second', used.id_hash
  FROM used WHERE used.repeated_at IS NULL OR EXISTS (SELECT FROM replaced)
  RETURNING 1`;
