import { errors, type AdapterPayload, Provider } from 'oidc-provider';
import { networkOf } from '../../../shared/http/index.js';
import { currentContext } from '../../../shared/kernel/index.js';
import type { BlindIndex, RateLimiter } from '../../../shared/security/index.js';
import { COLUMNS, idHash, isLive, recordOf, recordsIn, VALUES } from '../storage/engine.record.js';
import { read, type Row, StoredModel, type Storage } from '../storage/stored-model.adapter.js';

const USER_CODE = 'auth/device-user-code';
/**
 * How long an expired device code stays stored, so that a device that polls slightly too late gets the error
 * `expired_token` instead of `invalid_grant`.
 */
const KEPT_SECONDS = 600;
export const INTERVAL_SECONDS = 5;

/** The keyed hash for user codes, and the rate limits, that `StoredDeviceCodes` uses. */
export interface DeviceCodeGuards {
  readonly index: BlindIndex;
  /** Limits how many codes one network may request. */
  readonly begun: RateLimiter;
  /** Limits how many incorrect codes one network may enter. */
  readonly wrong: RateLimiter;
}

/**
 * Device codes and user codes, of which only hashes are stored. Pages identify a device code by a handle, which the
 * token endpoint does not accept as a code.
 */
export class StoredDeviceCodes extends StoredModel {
  constructor(
    model: string,
    storage: Storage,
    private readonly guards: DeviceCodeGuards,
  ) {
    super(model, storage);
  }

  override async upsert(id: string, payload: AdapterPayload, expiresIn = 0): Promise<void> {
    if (isOnPage()) return this.#change(id, payload);
    const { allowed } = await this.guards.begun.takeShared(caller());
    if (!allowed)
      throw new errors.TemporarilyUnavailable('too many codes were asked for at this address: wait a minute');
    const { userCode = '', ...rest } = payload;
    const uid = this.guards.index.hash(userCode, USER_CODE);
    const record = { ...recordOf(this.model, id, rest, expiresIn + KEPT_SECONDS), uid };
    const rows = await this.storage.db.rows(BEGIN, [JSON.stringify([record])]);
    if (rows.length === 0) throw new errors.TemporarilyUnavailable('the code is taken: ask for another one');
  }

  override async find(id: string): Promise<AdapterPayload | undefined> {
    const { ctx } = Provider;
    if (isOnPage()) {
      const row = await this.storage.db.oneByKey<Row>(FIND, [this.model, handleIn(id)]);
      return row && { ...read(row), jti: id };
    }
    if (ctx?.oidc.route !== 'token') return super.find(id);
    const polled = await this.storage.db.one<Row & { tooSoon: boolean }>(POLL, [
      this.model,
      idHash(id),
      ctx.oidc.client?.clientId ?? '',
    ]);
    if (polled?.tooSoon) throw new errors.SlowDown('the device polls too often');
    return polled && { ...read(polled), jti: id };
  }

  /**
   * Finds the device code for a user code. Only incorrect codes count towards the rate limit, so that all devices of an
   * office behind one IP address can be connected.
   */
  override async findByUserCode(userCode: string): Promise<AdapterPayload | undefined> {
    const from = caller();
    const { allowed } = await this.guards.wrong.takeShared(from);
    if (!allowed) throw new errors.TemporarilyUnavailable('too many wrong codes were entered at this address');
    const hashes = this.guards.index.candidates(userCode, USER_CODE);
    const row = await this.storage.db.one<Row & { idHash: string }>(FIND_BY_USER_CODE, [this.model, hashes]);
    if (!row) return undefined;
    this.guards.wrong.giveBack(from);
    return { ...read(row), jti: HANDLE + row.idHash, userCode };
  }

  /**
   * Marks the device code as used, but only outside an HTTP request. Within a request, the statement that later stores
   * the tokens also marks the code.
   */
  override async consume(id: string): Promise<void> {
    if (!this.storage.redemptions.begin(this.model, id)) await super.consume(id);
  }

  /**
   * Stores a change that a page makes to a device code. Only the first answer to a code counts, and only one browser at
   * a time can give it.
   */
  async #change(id: string, { userCode, ...payload }: AdapterPayload): Promise<void> {
    const { grantId = null, accountId = null } = payload;
    const isAnswer = accountId !== null || payload['error'] !== undefined;
    const rows = await this.storage.db.rows(CHANGE, [
      this.model,
      handleIn(id),
      JSON.stringify(withoutId(payload)),
      grantId,
      accountId,
      isAnswer,
    ]);
    if (rows.length === 0) throw new errors.InvalidRequest('the code was used before');
  }
}

const HANDLE = '~';
const handleIn = (id: string): string => (id.startsWith(HANDLE) ? id.slice(HANDLE.length) : '');
const withoutId = ({ jti, ...payload }: AdapterPayload): AdapterPayload => payload;

const PAGES = new Set(['code_verification', 'device_resume']);
const isOnPage = (): boolean => PAGES.has(Provider.ctx?.oidc.route ?? '');

function caller(): string {
  const address = currentContext()?.address;
  return address ? networkOf(address) : 'unknown';
}

/** Stores a device code, unless another open request has the same user code. */
const BEGIN = `
  INSERT INTO auth.engine_record (${COLUMNS}) SELECT ${VALUES} FROM ${recordsIn(1)}
  WHERE NOT EXISTS (
    SELECT FROM auth.engine_record other WHERE other.model = new.model AND other.uid = new.uid AND ${isLive('other')})
  RETURNING 1`;

const FOUND = `
  SELECT payload, extract(epoch FROM consumed_at)::float8 AS consumed, id_hash AS "idHash"
  FROM auth.engine_record found WHERE ${isLive('found')}`;
const FIND = `${FOUND} AND model = $1 AND id_hash = $2`;
const FIND_BY_USER_CODE = `${FOUND} AND model = $1 AND uid = ANY ($2)`;

const CHANGE = `
  UPDATE auth.engine_record kept SET payload = $3::jsonb, grant_id = $4, account_id = $5
  WHERE model = $1 AND id_hash = $2 AND consumed_at IS NULL AND ${isLive('kept')}
    AND NOT payload ?| ARRAY['accountId', 'error'] AND ($6::boolean OR NOT payload ? 'inFlight')
  RETURNING 1`;

/** Tolerance in seconds for devices that poll too early, to allow for clock skew and network delays. */
const EARLY = 0.25;

const POLL = `
  UPDATE auth.engine_record kept
  SET payload = kept.payload || jsonb_build_object(
    'polledAt', extract(epoch FROM now())::float8, 'wait', before.wait + CASE WHEN before.too_soon THEN 5 ELSE 0 END)
  FROM (
    SELECT id_hash AS found, seen.wait,
      seen.is_open AND extract(epoch FROM now())::float8 < seen.polled_at + seen.wait - ${EARLY} AS too_soon
    FROM auth.engine_record asked
    CROSS JOIN LATERAL (SELECT
      coalesce((payload ->> 'wait')::float8, ${INTERVAL_SECONDS}) AS wait,
      coalesce((payload ->> 'polledAt')::float8, 0) AS polled_at,
      NOT payload ?| ARRAY['accountId', 'error'] AS is_open) seen
    WHERE model = $1 AND id_hash = $2 AND payload ->> 'clientId' = $3 AND ${isLive('asked')}
    FOR UPDATE OF asked
  ) before
  WHERE kept.model = $1 AND kept.id_hash = before.found
  RETURNING kept.payload, extract(epoch FROM kept.consumed_at)::float8 AS consumed, before.too_soon AS "tooSoon"`;
