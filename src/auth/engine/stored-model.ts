import { createHash } from 'node:crypto';
import { errors, type Adapter, type AdapterPayload } from 'oidc-provider';
import type { Database } from '../../shared/persistence/database.js';
import type { GrantEnding } from '../services/grant-ending.service.js';

export interface Row {
  readonly payload: AdapterPayload;
  readonly consumed: number | null;
}

/** One kind of thing. Ids are what their holders show: they are kept as hashes, so that reading this table opens nothing. */
export class StoredModel implements Adapter {
  constructor(
    protected readonly model: string,
    protected readonly db: Database,
    protected readonly ending: GrantEnding,
  ) {}

  async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    await this.db.rows(UPSERT, this.columns(id, payload, expiresIn));
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    const row = await this.db.one<Row>(FIND, [this.model, idHash(id)]);
    return row && { ...read(row), jti: id };
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    const row = await this.db.one<Row>(FIND_BY_UID, [this.model, uid]);
    return row && read(row);
  }

  findByUserCode(): Promise<undefined> {
    return Promise.resolve(undefined); // device flow is off
  }

  /** The engine looks and then consumes: of two requests with one code both may have looked. Here one of them loses. */
  async consume(id: string): Promise<void> {
    const rows = await this.db.rows(CONSUME, [this.model, idHash(id)]);
    if (rows.length === 0) throw new errors.InvalidGrant(`${this.model} was used before`);
  }

  async destroy(id: string): Promise<void> {
    await this.db.rows('DELETE FROM auth.engine_record WHERE model = $1 AND id_hash = $2', [this.model, idHash(id)]);
  }

  /** The engine asks this of each model in turn, access tokens always among them: one answer is enough. */
  async revokeByGrantId(grantId: string): Promise<void> {
    if (this.model === 'AccessToken') await this.ending.revokeTokens(grantId);
  }

  protected columns(id: string, payload: AdapterPayload, expiresIn: number | undefined): unknown[] {
    const { grantId, accountId, uid, loginTs, iat } = payload;
    const kept = JSON.stringify(withoutSecrets(payload));
    const grant = this.model === 'Grant' ? id : (grantId ?? null);
    return [
      this.model,
      idHash(id),
      kept,
      grant,
      accountId ?? null,
      uid ?? null,
      loginTs ?? iat ?? null,
      expiresIn ?? null,
    ];
  }
}

export const idHash = (id: string): string => createHash('sha256').update(id).digest('base64url');

function withoutSecrets({ jti, session, ...payload }: AdapterPayload): AdapterPayload {
  if (!session) return payload;
  const { cookie, ...rest } = session as Record<string, unknown>;
  return { ...payload, session: rest };
}

export const read = ({ payload, consumed }: Row): AdapterPayload =>
  consumed === null ? payload : { ...payload, consumed };

/** The order of `columns`. */
const UPSERT = `
  INSERT INTO auth.engine_record (model, id_hash, payload, grant_id, account_id, uid, since, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, to_timestamp($7), now() + $8 * interval '1 second')
  ON CONFLICT (model, id_hash) DO UPDATE
  SET payload = excluded.payload, grant_id = excluded.grant_id, account_id = excluded.account_id, uid = excluded.uid,
      since = excluded.since, expires_at = excluded.expires_at`;

const FOUND = `
  SELECT payload, extract(epoch FROM consumed_at)::float8 AS consumed FROM auth.engine_record
  WHERE (expires_at IS NULL OR expires_at > now())`;
const FIND = `${FOUND} AND model = $1 AND id_hash = $2`;
const FIND_BY_UID = `${FOUND} AND model = $1 AND uid = $2`;

const CONSUME = `
  UPDATE auth.engine_record SET consumed_at = now()
  WHERE model = $1 AND id_hash = $2 AND consumed_at IS NULL RETURNING 1`;
