import { type AdapterPayload, Provider } from 'oidc-provider';
import { grantOf, hashOf, idHash, isLive, recordOf, requestState, sessionOf } from './engine.record.js';
import { read, StoredModel, type Row } from './stored-model.adapter.js';

interface RowWithGrant extends Row {
  readonly grant: AdapterPayload | null;
  readonly session: AdapterPayload | null;
}

/**
 * Stores records that are issued under a grant and in a session. One query reads the record, the grant and the session,
 * because the engine asks for all three.
 */
export class GrantedModel extends StoredModel {
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.storage.db.oneByKey<RowWithGrant>(this.findSql(), [this.model, idHash(id)]);
    if (!row) return undefined;
    const { grantId, sessionUid } = row.payload;
    if (grantId !== undefined) this.storage.ahead.keep(grantOf(grantId), row.grant);
    if (sessionUid !== undefined) this.storage.ahead.keep(sessionOf(sessionUid), row.session);
    return { ...read(row), jti: id };
  }

  /**
   * While a code is being redeemed, adds the record to the redemption, which stores all issued records at once.
   * Otherwise stores the record immediately.
   */
  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const issuedRecords = this.storage.redemptions.add(recordOf(this.model, id, payload, expiresIn));
    if (!issuedRecords) await super.upsert(id, payload, expiresIn);
  }

  protected findSql(): string {
    return FIND;
  }
}

/**
 * The query for a record with its grant and session. `consumed` is an SQL expression over the row `found`: when the
 * record was used, or null if the engine must treat the record as unused.
 */
export const findGranted = (consumed: string): string => `
  SELECT found.payload, ${consumed} AS consumed, granted.payload AS "grant", session.payload AS session
  FROM auth.engine_record found
  LEFT JOIN auth.engine_record granted
    ON granted.model = 'Grant' AND granted.id_hash = ${hashOf('found.grant_id')} AND ${isLive('granted')}
  LEFT JOIN auth.engine_record session
    ON session.model = 'Session' AND session.uid = found.payload->>'sessionUid' AND ${isLive('session')}
  WHERE found.model = $1 AND found.id_hash = $2 AND ${isLive('found')}`;

const FIND = findGranted('extract(epoch FROM found.consumed_at)::float8');

/** Grants of users, or of their enterprise on their behalf, to clients. */
export class StoredGrants extends StoredModel {
  override async find(id: string): Promise<AdapterPayload | undefined> {
    const ahead = this.storage.ahead.take(grantOf(id));
    return ahead ? ahead.payload && { ...ahead.payload, jti: id } : super.find(id);
  }

  /**
   * Deletes a grant, but first waits until its tokens are revoked. The engine starts both at the same time, and the
   * grant must be deleted last.
   */
  override async destroy(id: string): Promise<void> {
    await requestState()?.revocation;
    await super.destroy(id);
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const kept = this.storage.newGrants.keep(recordOf(this.model, id, payload, expiresIn));
    if (!kept) await super.upsert(id, payload, expiresIn);
  }
}

/**
 * The authorization details that the user has agreed to, which apply to every token issued for the code. The
 * authorization endpoint has validated them.
 */
function detailsOf(params: Readonly<Record<string, unknown>> | undefined): { rar?: AdapterPayload['rar'] } {
  const details = params?.['authorization_details'];
  return typeof details === 'string' ? { rar: JSON.parse(details) as NonNullable<AdapterPayload['rar']> } : {};
}

/** Authorization codes. Each can be redeemed once. */
export class StoredCodes extends GrantedModel {
  override upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    const granted = { ...payload, ...detailsOf(Provider.ctx?.oidc.params) };
    return this.store(...this.storage.newGrants.take(), recordOf(this.model, id, granted, expiresIn));
  }

  /**
   * Marks the code as used, but only outside an HTTP request. Within a request, the statement that later stores the
   * tokens also marks the code.
   */
  override async consume(id: string): Promise<void> {
    if (!this.storage.redemptions.begin(this.model, id)) await super.consume(id);
  }
}
