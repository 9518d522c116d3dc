import { isDeepStrictEqual } from 'node:util';
import { Provider, type AdapterPayload, errors } from 'oidc-provider';
import { isClientId } from '../../client/client-registry.service.js';
import { isWorthNoting } from '../../sessions/login-session.js';
import {
  type EngineRecord,
  hashOf,
  idHash,
  isLive,
  recordOf,
  recordsIn,
  withoutSecrets,
  grantOf,
  requestState,
} from './engine.record.js';
import { StoredModel, type Storage } from './stored-model.adapter.js';
import { networkOf } from '../../../shared/http/index.js';
import { currentContext } from '../../../shared/kernel/index.js';
import type { Database } from '../../../shared/persistence/index.js';
import type { RateLimiter } from '../../../shared/security/index.js';

interface SessionRow {
  readonly payload: AdapterPayload;
  readonly grantId: string | null;
  readonly grant: AdapterPayload | null;
}

/**
 * Stores login sessions. The engine calls `upsert` on each request, but the session is written only if it has changed,
 * or if its expiry has moved far enough (see `isWorthNoting`). Sessions without a user are not stored, because anybody
 * could fill the database with them.
 */
export class StoredSessions extends StoredModel {
  constructor(
    model: string,
    storage: Storage,
    private readonly idleSeconds: number,
  ) {
    super(model, storage);
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const { ctx } = Provider;
    const { client_id: clientId } = ctx?.query ?? {};
    const row = await this.storage.db.oneByKey<SessionRow>(FIND, [
      idHash(id),
      typeof clientId === 'string' && isClientId(clientId) ? clientId : null,
    ]);
    const expected = expectedOfDeviceForm(id);
    if (!row) return expected.state && { jti: id, ...expected };
    if (row.grantId !== null) this.storage.ahead.keep(grantOf(row.grantId), row.grant);
    const state = requestState();
    if (state) state.sessionAsRead = { id, payload: JSON.stringify(row.payload) };
    return { ...row.payload, ...expected, jti: id };
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    if (payload.accountId === undefined) return;
    const state = requestState();
    const asRead = state?.sessionAsRead;
    const isMoved = asRead !== undefined && asRead.id === previousId();
    if (!state || !asRead || (asRead.id !== id && !isMoved)) return super.upsert(id, payload, expiresIn);
    if (!isMoved && this.#isUnchanged(asRead.payload, payload)) return;
    // Only updates the row: an insert would restore a session that has ended since it was read.
    const record = recordOf(this.model, id, payload, expiresIn);
    await changeSession(this.storage.db, record, { isMoved, removed: removedBy(asRead.payload, payload) });
    state.sessionAsRead = { id, payload: JSON.stringify(record.payload) };
  }

  /**
   * Ends the session. When the engine gives a session another id, it first destroys the previous one. That call does
   * nothing, because `upsert` changes the id of the stored session.
   */
  override async destroy(id: string): Promise<void> {
    if (id === previousId()) return;
    const asRead = requestState()?.sessionAsRead;
    if (asRead?.id !== id) return super.destroy(id);
    const { uid = '', accountId, authorizations } = JSON.parse(asRead.payload) as AdapterPayload;
    await this.storage.sessions.finish({ uid, accountId, authorizations });
  }

  #isUnchanged(asRead: string, payload: AdapterPayload): boolean {
    const { exp: before = 0, ...old } = JSON.parse(asRead) as AdapterPayload;
    const { exp: now = 0, ...current } = withoutSecrets(payload);
    return isDeepStrictEqual(old, current) && !isWorthNoting(now - before, this.idleSeconds);
  }
}

/** The id that the current request has replaced with a new one, to prevent session fixation. */
const previousId = (): string | undefined =>
  (Provider.ctx?.oidc.session as { readonly oldId?: string } | undefined)?.oldId;

/** The clients that the engine has removed from the session since it was read, because their user signed out there. */
function removedBy(asRead: string, { authorizations: current = {} }: AdapterPayload): string[] {
  const { authorizations: before = {} } = JSON.parse(asRead) as AdapterPayload;
  return Object.keys(before).filter((clientId) => !Object.hasOwn(current, clientId));
}

/**
 * The CSRF token of the forms for device codes. It is derived from the session cookie, because sessions without a user
 * are not stored. Another site knows neither the cookie nor the token.
 */
export const deviceFormToken = (sessionId: string): string => idHash(`device form ${sessionId}`);

/**
 * The member `state` of a session, with the form token that the engine expects when it receives a form for device
 * codes.
 */
function expectedOfDeviceForm(sessionId: string): { state?: { secret: string } } {
  const { ctx } = Provider;
  const isForm = ctx?.oidc.route === 'code_verification' && ctx.method === 'POST';
  return isForm ? { state: { secret: deviceFormToken(sessionId) } } : {};
}

/** Reads a session together with the grant of the requesting client. */
const FIND = `
  SELECT found.payload, named."grantId", granted.payload AS "grant"
  FROM auth.engine_record found
  CROSS JOIN LATERAL (SELECT found.payload->'authorizations'->$2::text->>'grantId' AS "grantId") named
  LEFT JOIN auth.engine_record granted
    ON granted.model = 'Grant' AND granted.id_hash = ${hashOf('named."grantId"')} AND ${isLive('granted')}
  WHERE found.model = 'Session' AND found.id_hash = $1 AND ${isLive('found')}`;

interface SessionChange {
  /** Whether the session has got another id. */
  readonly isMoved: boolean;
  /** The clients that this request has removed from the session. */
  readonly removed?: readonly string[];
}

/** Stores a changed session. Returns false if it has ended since it was read, because it must not come back. */
export async function changeSession(
  db: Database,
  record: EngineRecord,
  { isMoved, removed = [] }: SessionChange,
): Promise<boolean> {
  return (await db.rows(CHANGE, [JSON.stringify([record]), isMoved, removed])).length > 0;
}

/** Keeps applications that another request has added since the session was read, but drops those in $3. */
const CHANGE = `
  UPDATE auth.engine_record kept
  SET id_hash = new.id_hash, account_id = new.account_id, since = least(to_timestamp(new.since), now()),
      payload = new.payload || jsonb_build_object('authorizations',
        (coalesce(kept.payload -> 'authorizations', '{}') - $3::text[]) || coalesce(new.payload -> 'authorizations', '{}')),
      expires_at = now() + new.seconds * interval '1 second'
  FROM ${recordsIn(1)}
  WHERE kept.model = new.model AND kept.uid = new.uid AND ($2 OR kept.id_hash = new.id_hash)
  RETURNING 1`;

/** Authorization requests that wait for their user. Anybody can start one, so their number per network is limited. */
export class StoredInteractions extends StoredModel {
  constructor(
    model: string,
    storage: Storage,
    private readonly limiter: RateLimiter,
  ) {
    super(model, storage);
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn?: number): Promise<void> {
    if (Provider.ctx?.oidc.route === 'authorization' && !payload['session']) await this.#limitPerAddress();
    await super.upsert(id, payload, expiresIn);
  }

  /**
   * Ends the interaction that is being resumed. Throws if another request has resumed it, or if it was withdrawn, since
   * the engine read it. Otherwise a sign-in could be collected after the user's sessions have ended.
   */
  override async destroy(id: string): Promise<void> {
    if (!(await this.remove(id))) throw new errors.SessionNotFound('interaction session not found');
  }

  async #limitPerAddress(): Promise<void> {
    const address = currentContext()?.address;
    const { allowed } = await this.limiter.takeShared(address ? networkOf(address) : 'unknown');
    if (!allowed)
      throw new errors.TemporarilyUnavailable('too many sign-ins have begun at this address: try again later');
  }
}
