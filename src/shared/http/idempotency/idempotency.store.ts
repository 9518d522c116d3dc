import { randomUUID, timingSafeEqual, createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { Response, Request } from 'express';
import { canonicalJson, type JsonObject, type JsonValue, KernelErrors, sealedColumn } from '../../kernel/index.js';
import { Database, type Sql } from '../../persistence/index.js';
import { Sealer } from '../../security/index.js';
import { callerOf } from '../request-context.js';
import { UnreadBody } from '../../fields/index.js';
import { Recurring } from '../../jobs/index.js';
import { PurgeJob } from '../../events/index.js';

/**
 * The lease of a running request, which is renewed while it runs. After a crash, the request can be repeated once the
 * lease has expired.
 */
export const LEASE_SECONDS = 60;

/**
 * The result of claiming a key. `first`: this request may run, under the id `run`. `running`: another request with the
 * key is running. `answered`: a response is stored. `other`: the key has already been used for a different request.
 */
export type Claim =
  | { readonly state: 'first'; readonly run: string }
  | { readonly state: 'running' }
  | { readonly state: 'answered'; readonly answer: KeptAnswer }
  | { readonly state: 'other' };

interface Row {
  readonly request: Buffer;
  readonly run: string;
  readonly answer: Buffer | null;
  readonly leased: boolean;
}

/** Stores a digest of each request with an Idempotency-Key, and the response to it. Both are encrypted. */
@Injectable()
export class IdempotencyStore {
  constructor(
    private readonly db: Database,
    private readonly sealer: Sealer,
  ) {}

  async claim(keyed: KeyedRequest): Promise<Claim> {
    for (;;) {
      const run = randomUUID();
      const sealed = this.sealer.seal(keyed.content, bindingOf('request', keyed));
      if (await this.db.one(CLAIM, [keyed.id, sealed, run])) return { state: 'first', run };
      const row = await this.db.one<Row>(READ, [keyed.id]);
      if (!row) continue; // the row was deleted or has expired since the statement CLAIM found it: try again
      if (!this.#isSame(keyed, row)) return { state: 'other' };
      if (row.answer) return { state: 'answered', answer: this.#open(keyed, row.answer) };
      if (row.leased) return { state: 'running' };
      if (await this.db.one(TAKE_OVER, [keyed.id, row.run, run])) return { state: 'first', run };
    }
  }

  /**
   * Whether this request repeats one whose response is stored. The interceptor then returns that response, and the
   * route does not run.
   */
  async isRepetition(request: Request): Promise<boolean> {
    const keyed = keyedRequest(request);
    if (!keyed) return false;
    const row = await this.db.one<Row>(READ, [keyed.id]);
    return row?.answer ? this.#isSame(keyed, row) : false;
  }

  async renew(keyed: KeyedRequest, run: string): Promise<void> {
    await this.db.rows(RENEW, [keyed.id, run]);
  }

  /** Stores the response. Returns false if another request has taken over the key. */
  async keep(keyed: KeyedRequest, run: string, answer: KeptAnswer, sql: Sql = this.db): Promise<boolean> {
    const sealed = this.sealer.sealJson(answer as unknown as JsonValue, bindingOf('answer', keyed));
    return (await sql.rows(KEEP, [keyed.id, run, sealed])).length > 0;
  }

  async giveUp(keyed: KeyedRequest, run: string): Promise<void> {
    await this.db.rows(GIVE_UP, [keyed.id, run]);
  }

  #isSame(keyed: KeyedRequest, { request }: Row): boolean {
    const [first, now] = [this.sealer.open(request, bindingOf('request', keyed)), Buffer.from(keyed.content)];
    return first.length === now.length && timingSafeEqual(first, now);
  }

  #open(keyed: KeyedRequest, answer: Buffer): KeptAnswer {
    return this.sealer.openJson(answer, bindingOf('answer', keyed)) as unknown as KeptAnswer;
  }
}

const sealed = (what: 'request' | 'answer') =>
  sealedColumn('shared.idempotency', what, 'key', (key) => `shared/idempotency.${what}:${key}`);
const contexts = { request: sealed('request'), answer: sealed('answer') };

const bindingOf = (what: 'request' | 'answer', { id }: KeyedRequest): string =>
  contexts[what](id.toString('base64url'));

const LEASE = `now() + interval '${LEASE_SECONDS} seconds'`;

const CLAIM = `
  INSERT INTO shared.idempotency AS known (key, request, run, leased_until, expires_at)
  VALUES ($1, $2, $3, ${LEASE}, now() + interval '24 hours')
  ON CONFLICT (key) DO UPDATE
    SET request = excluded.request, run = excluded.run, leased_until = excluded.leased_until, answer = NULL,
        expires_at = excluded.expires_at
    WHERE known.expires_at < now()
  RETURNING run`;

const READ = `
  SELECT request, run, answer, leased_until > now() AS leased FROM shared.idempotency
  WHERE key = $1 AND expires_at >= now()`;

/**
 * Takes over an Idempotency-Key from a request whose lease has expired. The statement checks the lease again, because
 * that request may have renewed it after the statement `READ`.
 */
const TAKE_OVER = `
  UPDATE shared.idempotency SET run = $3, leased_until = ${LEASE}
  WHERE key = $1 AND run = $2 AND answer IS NULL AND leased_until <= now()
  RETURNING run`;

const RENEW = `UPDATE shared.idempotency SET leased_until = ${LEASE} WHERE key = $1 AND run = $2`;
const KEEP = 'UPDATE shared.idempotency SET answer = $3 WHERE key = $1 AND run = $2 RETURNING run';
const GIVE_UP = 'DELETE FROM shared.idempotency WHERE key = $1 AND run = $2 AND answer IS NULL';

/** The stored parts of a response, enough to send it again. */
export interface KeptAnswer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** `undefined` if the response had no body. */
  readonly body?: unknown;
}

/** The response headers that are stored and sent again. All other headers apply only to the first response. */
const KEPT_HEADERS = ['content-type', 'location', 'link', 'allow', 'retry-after'];

/**
 * Whether a response with this status is stored. Server errors, 401 and 429 are not, because the next attempt may have
 * a different result.
 */
export const isWorthKeeping = (status: number): boolean => status < 500 && status !== 401 && status !== 429;

export function answerOf(response: Response, body: unknown, secrets: readonly string[]): KeptAnswer {
  const headers = KEPT_HEADERS.flatMap((name) => {
    const value = response.getHeader(name);
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const plain = body === undefined ? undefined : (JSON.parse(JSON.stringify(body)) as JsonValue);
  return { status: response.statusCode, headers: Object.fromEntries(headers), body: withholding(plain, secrets) };
}

/** Removes secrets from a response before it is stored, because they are shown only once. */
function withholding(body: JsonValue | undefined, secrets: readonly string[]): JsonValue | undefined {
  if (!isObject(body) || !secrets.some((name) => name in body)) return body;
  const rest = Object.entries(body).filter(([name]) => !secrets.includes(name));
  return { ...Object.fromEntries(rest), secretWithheld: true };
}

const isObject = (value: JsonValue | undefined): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Sets the status and headers of a repeated response. The interceptor returns the body. */
export function repeat({ status, headers }: KeptAnswer, response: Response): void {
  response.status(status).set(headers).set('Idempotency-Replayed', 'true');
}

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  /** The hash of the caller, path and key, under which the response is stored. */
  readonly id: Buffer;
  /** A digest of the request, used to detect a key that is reused for a different request. */
  readonly content: string;
}

const KEY = /^[!-~]{1,255}$/;

/**
 * Reads the Idempotency-Key of a POST. Returns `undefined` if there is none, or if the caller is unknown. Each user of
 * a client counts as a separate caller, so that no user gets another user's response.
 */
export function keyedRequest(request: Request): KeyedRequest | undefined {
  const key = request.headers['idempotency-key'];
  const caller = callerOf(request);
  if (key === undefined || caller === undefined || request.method !== 'POST') return undefined;
  if (typeof key !== 'string' || !KEY.test(key)) {
    throw KernelErrors.invalidArguments('An Idempotency-Key must have 1 to 255 visible ASCII characters.');
  }
  const content = contentOf(request);
  return content === undefined ? undefined : { id: idOf([...caller, request.path, key]), content };
}

const idOf = (parts: readonly string[]): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/**
 * A digest of the content that a repeated request must match. The order of members in a body does not matter.
 * `undefined` for a body that is not JSON or that no route would accept: the response to such a request is not stored.
 */
function contentOf({ body, originalUrl, headers }: Request): string | undefined {
  if (body instanceof UnreadBody) return undefined;
  const query = originalUrl.slice(originalUrl.indexOf('?') + 1 || originalUrl.length);
  try {
    const side = headers['data'] === undefined ? [] : [String(headers['data'])];
    const parts = [query, headers['enterprise-id'] ?? null, (body as JsonValue | undefined) ?? null, ...side];
    return createHash('sha256').update(canonicalJson(parts)).digest('base64url');
  } catch {
    return undefined;
  }
}

/** Deletes stored responses that have expired. */
@Injectable()
@Recurring('shared/purge-idempotency', { everySeconds: 600 })
export class PurgeIdempotency extends PurgeJob {
  protected readonly statements = [EXPIRED];
}

/**
 * Passes the keys of expired rows as an array. With a join to the locked rows, PostgreSQL might read the whole table.
 */
const EXPIRED = `
  DELETE FROM shared.idempotency WHERE key = ANY (ARRAY(
    SELECT key FROM shared.idempotency WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED))
  RETURNING 1`;
