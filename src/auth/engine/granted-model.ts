import type { AdapterPayload } from 'oidc-provider';
import { hashOf, idHash, isLive, recordOf } from './engine-record.js';
import { grantOf, sessionOf } from './read-ahead.js';
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
export const findGranted = (consumed: string): string => `
  SELECT found.payload, ${consumed} AS consumed, granted.payload AS "grant", session.payload AS session
  FROM auth.engine_record found
  LEFT JOIN auth.engine_record granted
    ON granted.model = 'Grant' AND granted.id_hash = ${hashOf('found.grant_id')} AND ${isLive('granted')}
  LEFT JOIN auth.engine_record session
    ON session.model = 'Session' AND session.uid = found.payload->>'sessionUid' AND ${isLive('session')}
  WHERE found.model = $1 AND found.id_hash = $2 AND ${isLive('found')}`;

const FIND = findGranted('extract(epoch FROM found.consumed_at)::float8');
