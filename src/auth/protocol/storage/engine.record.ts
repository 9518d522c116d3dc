import { hash } from 'node:crypto';
import { type AdapterPayload, Provider } from 'oidc-provider';

/** A row of `auth.engine_record`, before it is written. */
export interface EngineRecord {
  readonly model: string;
  readonly id_hash: string;
  readonly payload: object;
  readonly grant_id: string | null;
  readonly account_id: string | null;
  readonly uid: string | null;
  /**
   * The time of the login or, if the record belongs to no login, the time of issue. In seconds since 1970; `null` means
   * now.
   */
  readonly since: number | null;
  readonly seconds: number | null;
}

/**
 * Hashes the id of an engine record. The id serves as a credential, so only its hash is stored: reading the table gives
 * no access.
 */
export const idHash = (id: string): string => hash('sha256', id, 'base64url');

/**
 * A sign-in that a browser has not collected yet belongs to its user from the moment of the proof. So it ends with the
 * sessions of this user.
 */
export function recordOf(model: string, id: string, payload: AdapterPayload, seconds?: number): EngineRecord {
  const { grantId, accountId, uid, loginTs, iat } = payload;
  const { login } = payload.result ?? {};
  return {
    model,
    id_hash: idHash(id),
    payload: withoutSecrets(payload),
    grant_id: (model === 'Grant' ? id : grantId) ?? null,
    account_id: accountId ?? login?.accountId ?? null,
    uid: uid ?? null,
    since: login ? null : (loginTs ?? iat ?? null),
    seconds: seconds ?? null,
  };
}

export function withoutSecrets({ jti, session, ...payload }: AdapterPayload): AdapterPayload {
  if (!session) return payload;
  const { cookie, ...rest } = session as Record<string, unknown>;
  return { ...payload, session: rest };
}

/**
 * SQL that reads records from the query parameter with this number, which is a JSON array of records (see `recordOf`).
 */
export const recordsIn = (parameter: number): string => `
  jsonb_to_recordset($${parameter}::jsonb) AS new(
    model text, id_hash text, payload jsonb, grant_id text, account_id text, uid text, since float8, seconds float8)`;

export const COLUMNS = 'model, id_hash, payload, grant_id, account_id, uid, since, expires_at';
export const VALUES = `
  new.model, new.id_hash, new.payload, new.grant_id, new.account_id, new.uid, least(to_timestamp(new.since), now()),
  now() + new.seconds * interval '1 second'`;

export const isLive = (row: string): string => `(${row}.expires_at IS NULL OR ${row}.expires_at > now())`;

/** SQL that computes the same hash as the function `idHash`. */
export const hashOf = (id: string): string =>
  `translate(rtrim(encode(sha256(convert_to(${id}, 'UTF8')), 'base64'), '='), '+/', '-_')`;

/**
 * Creates SQL that stores when a grant was last used, unless the stored time is less than an hour old. Most uses
 * therefore write nothing.
 */
export const noteUseOfGrant = (from: string, grantId: string): string => `
  UPDATE auth.engine_record granted SET used_at = now() FROM ${from}
  WHERE granted.model = 'Grant' AND granted.id_hash = ${hashOf(grantId)}
    AND greatest(granted.since, granted.used_at) < now() - interval '1 hour'`;

/** The routes on which a grant may be created or extended, and a code issued under it. */
const ROUTES = new Set(['authorization', 'resume']);

/**
 * Keeps a new grant in memory until the code issued under it is stored, so that one statement stores both. If no code
 * is issued, the grant is not stored.
 */
export class NewGrants {
  readonly #ofRequest = new WeakMap<object, EngineRecord>();

  /** Keeps a grant in memory. Returns false on routes that issue no code. */
  keep(grant: EngineRecord): boolean {
    const { ctx } = Provider;
    if (!ctx || !ROUTES.has(ctx.oidc.route)) return false;
    this.#ofRequest.set(ctx, grant);
    return true;
  }

  take(): EngineRecord[] {
    const { ctx } = Provider;
    const grant = ctx && this.#ofRequest.get(ctx);
    if (!grant) return [];
    this.#ofRequest.delete(ctx);
    return [grant];
  }
}

/** Data that the steps of one request share, in Koa's `ctx.state`. */
export interface RequestState {
  /** Records that were read in advance, together with another record. The engine asks for them later in the request. */
  readAhead?: Map<string, AdapterPayload | undefined>;
  /** The code, or the approved request, that is being redeemed, and the records issued for it. */
  redemption?: { readonly model: string; readonly codeHash: string; readonly issuedRecords: EngineRecord[] };
  /**
   * The pending revocation of a grant's tokens. The revocation reads the owner of the tokens from the grant, so the
   * grant must be deleted afterwards.
   */
  revocation?: Promise<void>;
  /**
   * The session as it was read, as JSON text. This is a copy, because the engine changes the object that it receives.
   */
  sessionAsRead?: { readonly id: string; readonly payload: string };
}

/** The state of the current request, or `undefined` outside a request. */
export const requestState = (ctx = Provider.ctx): RequestState | undefined => ctx?.state;

/**
 * Keeps records that were read in advance, together with another record, until the engine asks for them later in the
 * request.
 */
export class ReadAhead {
  /** Remembers a record that was read in advance. `null` means that there is no such record. */
  keep(what: string, payload: AdapterPayload | null): void {
    const state = requestState();
    if (state) (state.readAhead ??= new Map()).set(what, payload ?? undefined);
  }

  /** Returns a record once, then forgets it: a second request for it must read the database again. */
  take(what: string): { readonly payload: AdapterPayload | undefined } | undefined {
    const kept = requestState()?.readAhead;
    if (!kept?.has(what)) return undefined;
    const payload = kept.get(what);
    kept.delete(what);
    return { payload };
  }
}

export const grantOf = (grantId: string): string => `grant ${grantId}`;
export const sessionOf = (uid: string): string => `session ${uid}`;
