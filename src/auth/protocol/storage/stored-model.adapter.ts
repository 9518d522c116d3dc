import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import { Database } from '../../../shared/persistence/index.js';
import type { GrantRevocation } from '../../grants/grant-revocation.service.js';
import type { LoginSessionTermination } from '../../sessions/login-session-termination.service.js';
import {
  COLUMNS,
  idHash,
  isLive,
  recordOf,
  recordsIn,
  VALUES,
  type EngineRecord,
  type NewGrants,
  sessionOf,
  type ReadAhead,
  requestState,
} from './engine.record.js';
import type { Redemptions } from './redemptions.service.js';

export interface Row {
  readonly payload: AdapterPayload;
  readonly consumed: number | null;
}

/** Dependencies that all stored models share. */
export interface Storage {
  readonly db: Database;
  readonly ending: GrantRevocation;
  readonly sessions: LoginSessionTermination;
  readonly ahead: ReadAhead;
  readonly newGrants: NewGrants;
  readonly redemptions: Redemptions;
}

/** The storage of one of the engine's models. */
export class StoredModel implements Adapter {
  constructor(
    protected readonly model: string,
    protected readonly storage: Storage,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    await this.store(recordOf(this.model, id, payload, expiresIn));
  }

  protected async store(...records: EngineRecord[]): Promise<void> {
    await this.storage.db.rows(UPSERT, [JSON.stringify(records)]);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.storage.db.oneByKey<Row>(FIND, [this.model, idHash(id)]);
    return row && { ...read(row), jti: id };
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const ahead = this.storage.ahead.take(sessionOf(uid));
    if (ahead) return ahead.payload;
    const row = await this.storage.db.oneByKey<Row>(FIND_BY_UID, [this.model, uid]);
    return row && read(row);
  }

  /** Finds nothing, because only device codes have a user code. */
  findByUserCode(_userCode: string): Promise<AdapterPayload | undefined> {
    return Promise.resolve(undefined);
  }

  /**
   * Marks a record as used. The engine has read the record before, so two requests with the same id may both have found
   * it unused. Only one of them succeeds here.
   */
  async consume(id: string): Promise<void> {
    const rows = await this.storage.db.rows(CONSUME, [this.model, idHash(id)]);
    if (rows.length === 0) throw new errors.InvalidGrant(`${this.model} was used before`);
  }

  async destroy(id: string): Promise<void> {
    await this.remove(id);
  }

  /** Deletes a record. Returns false if there was none. */
  protected async remove(id: string): Promise<boolean> {
    return (await this.storage.db.rows(DESTROY, [this.model, idHash(id)])).length > 0;
  }

  /**
   * The engine calls this method for several of its models. One of them is always the model of access tokens, whose
   * call revokes the records of all models. So the calls for all other models do nothing.
   */
  async revokeByGrantId(grantId: string): Promise<void> {
    if (this.model !== 'AccessToken') return;
    const revocation = this.storage.ending.revokeTokens(grantId);
    const state = requestState();
    if (state) state.revocation = revocation;
    await revocation;
  }
}

export const read = ({ payload, consumed }: Row): AdapterPayload =>
  consumed === null ? payload : { ...payload, consumed };

const UPSERT = `
  INSERT INTO auth.engine_record (${COLUMNS}) SELECT ${VALUES} FROM ${recordsIn(1)}
  ON CONFLICT (model, id_hash) DO UPDATE
  SET payload = excluded.payload, grant_id = excluded.grant_id, account_id = excluded.account_id, uid = excluded.uid,
      since = excluded.since, expires_at = excluded.expires_at`;

const FOUND = `
  SELECT payload, extract(epoch FROM consumed_at)::float8 AS consumed FROM auth.engine_record found
  WHERE ${isLive('found')}`;
const FIND = `${FOUND} AND model = $1 AND id_hash = $2`;
const FIND_BY_UID = `${FOUND} AND model = $1 AND uid = $2`;

const CONSUME = `
  UPDATE auth.engine_record SET consumed_at = now()
  WHERE model = $1 AND id_hash = $2 AND consumed_at IS NULL RETURNING 1`;

// Hot path, measured by: npm run bench -- code-flow.
const DESTROY = 'DELETE FROM auth.engine_record WHERE model = $1 AND id_hash = $2 RETURNING 1';
