import { hash } from 'node:crypto';
import type { AdapterPayload } from 'oidc-provider';

/** A row of `auth.engine_record`, on its way into the database. */
export interface EngineRecord {
  readonly model: string;
  readonly id_hash: string;
  readonly payload: object;
  readonly grant_id: string | null;
  readonly account_id: string | null;
  readonly uid: string | null;
  /** When what it stands for began, in seconds since 1970. */
  readonly since: number | null;
  readonly seconds: number | null;
}

/** Ids are what their holders show: they are kept as hashes, so that reading the table opens nothing. */
export const idHash = (id: string): string => hash('sha256', id, 'base64url');

export function recordOf(model: string, id: string, payload: AdapterPayload, seconds?: number): EngineRecord {
  const { grantId, accountId, uid, loginTs, iat } = payload;
  return {
    model,
    id_hash: idHash(id),
    payload: withoutSecrets(payload),
    grant_id: (model === 'Grant' ? id : grantId) ?? null,
    account_id: accountId ?? null,
    uid: uid ?? null,
    since: loginTs ?? iat ?? null,
    seconds: seconds ?? null,
  };
}

export function withoutSecrets({ jti, session, ...payload }: AdapterPayload): AdapterPayload {
  if (!session) return payload;
  const { cookie, ...rest } = session as Record<string, unknown>;
  return { ...payload, session: rest };
}

/** The records in the parameter of that number. */
export const recordsIn = (parameter: number): string => `
  jsonb_to_recordset($${parameter}::jsonb) AS new(
    model text, id_hash text, payload jsonb, grant_id text, account_id text, uid text, since float8, seconds float8)`;

export const COLUMNS = 'model, id_hash, payload, grant_id, account_id, uid, since, expires_at';
export const VALUES = `
  new.model, new.id_hash, new.payload, new.grant_id, new.account_id, new.uid, least(to_timestamp(new.since), now()),
  now() + new.seconds * interval '1 second'`;

export const isLive = (row: string): string => `(${row}.expires_at IS NULL OR ${row}.expires_at > now())`;

/** `idHash` in SQL. */
export const hashOf = (id: string): string =>
  `translate(rtrim(encode(sha256(convert_to(${id}, 'UTF8')), 'base64'), '='), '+/', '-_')`;

/** To the hour, so that it is seldom a write. */
export const noteUseOfGrant = (from: string, grantId: string): string => `
  UPDATE auth.engine_record granted SET used_at = now() FROM ${from}
  WHERE granted.model = 'Grant' AND granted.id_hash = ${hashOf(grantId)}
    AND greatest(granted.since, granted.used_at) < now() - interval '1 hour'`;
