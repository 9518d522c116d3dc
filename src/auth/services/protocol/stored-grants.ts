import { type AdapterPayload, errors, Provider } from 'oidc-provider';
import {
  hashOf,
  idHash,
  isLive,
  recordOf,
  grantOf,
  sessionOf,
  COLUMNS,
  noteUseOfGrant,
  recordsIn,
  VALUES,
  requestState,
} from './engine-record.js';
import { read, StoredModel, type Row } from './stored-model.js';

interface RowWithGrant extends Row {
  readonly grant: AdapterPayload | null;
  readonly session: AdapterPayload | null;
}

/** What was issued under a grant, in a session: whenever the engine looks at it, it looks at these two as well. */
export class GrantedModel extends StoredModel {
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.storage.db.one<RowWithGrant>(this.findSql(), [this.model, idHash(id)]);
    if (!row) return undefined;
    const { grantId, sessionUid } = row.payload;
    if (grantId !== undefined) this.storage.ahead.keep(grantOf(grantId), row.grant);
    if (sessionUid !== undefined) this.storage.ahead.keep(sessionOf(sessionUid), row.session);
    return { ...read(row), jti: id };
  }

  /** What a code yields is stored by its redemption. */
  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const yielded = this.storage.redemptions.add(recordOf(this.model, id, payload, expiresIn));
    if (!yielded) await super.upsert(id, payload, expiresIn);
  }

  protected findSql(): string {
    return FIND;
  }
}

/** `consumed` is an expression over `found`: what the engine is told about its use. */
const findGranted = (consumed: string): string => `
  SELECT found.payload, ${consumed} AS consumed, granted.payload AS "grant", session.payload AS session
  FROM auth.engine_record found
  LEFT JOIN auth.engine_record granted
    ON granted.model = 'Grant' AND granted.id_hash = ${hashOf('found.grant_id')} AND ${isLive('granted')}
  LEFT JOIN auth.engine_record session
    ON session.model = 'Session' AND session.uid = found.payload->>'sessionUid' AND ${isLive('session')}
  WHERE found.model = $1 AND found.id_hash = $2 AND ${isLive('found')}`;

const FIND = findGranted('extract(epoch FROM found.consumed_at)::float8');

/** What users, or their enterprise for them, have granted to a client. */
export class StoredGrants extends StoredModel {
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const ahead = this.storage.ahead.take(grantOf(id));
    return ahead ? ahead.payload && { ...ahead.payload, jti: id } : super.find(id);
  }

  /** The engine destroys a grant while it revokes its tokens: the grant goes last. */
  override async destroy(id: string): Promise<void> {
    await requestState()?.revocation;
    await super.destroy(id);
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const kept = this.storage.newGrants.keep(recordOf(this.model, id, payload, expiresIn));
    if (!kept) await super.upsert(id, payload, expiresIn);
  }
}

/** Authorization codes, each good for one redemption. */
export class StoredCodes extends GrantedModel {
  override upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    return this.store(...this.storage.newGrants.take(), recordOf(this.model, id, payload, expiresIn));
  }

  /** In a request not yet: a code is used by the statement that stores what it yields. */
  override async consume(id: string): Promise<void> {
    if (!this.storage.redemptions.begin(id)) await super.consume(id);
  }
}

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
    return FIND_REFRESH_TOKEN;
  }
}

/** The answer to its use may have been lost: it may be used once more. */
const mayBeRepeated = (used: string): string => `(
  ${used}.consumed_at > now() - interval '30 seconds' AND ${used}.repeated_at IS NULL
  AND EXISTS (SELECT FROM auth.engine_record successor
              WHERE successor.model = 'RefreshToken' AND successor.parent_hash = ${used}.id_hash AND successor.consumed_at IS NULL))`;

const FIND_REFRESH_TOKEN = findGranted(
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
