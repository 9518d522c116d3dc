import { randomUUID } from 'node:crypto';
import { ConnectionError, ProblemError, SecretWithheldError, UnexpectedAnswerError } from '../errors.js';
import { routes } from '../generated/operations.js';
import type { AccessTokens } from './access-tokens.js';
import { type Answer, exchange, objectIn, retryAfterOf, type Transport } from './http.js';
import { type AnyInput, type Input, type OperationId, type Output, urlOf } from './operations.js';
import type { ExportOptions } from './list-export.js';
import type { Outcome, Retrier } from './retry.js';
import { type OpenAnswer, openExchange } from './streaming.js';

/** Options of a single call. */
export interface CallOptions {
  /** Aborts the call, which then rejects with the reason of the signal. */
  readonly signal?: AbortSignal;
  /** The time for the whole call with all its retries. Default: the setting of the client. */
  readonly timeoutMs?: number;
  /** The idempotency key of a POST. By default each call gets a new one, which all its retries share. */
  readonly idempotencyKey?: string;
  /** The enterprise to act in. Only an administrator can name another enterprise than its own. */
  readonly enterpriseId?: string;
  /** The id of this request in the logs of the service: 1 to 128 characters of `[A-Za-z0-9_-]`. */
  readonly requestId?: string;
  /**
   * Your own id, not the name, of the employee on whose behalf you call, for the audit log: 1 to 255 visible ASCII
   * characters.
   */
  readonly actingFor?: string;
}

export interface ApiOptions {
  readonly apiUrl: string;
  readonly timeoutMs: number;
  readonly userAgent: string;
}

/** Calls the operations of the API document. */
export class Api {
  constructor(
    private readonly transport: Transport,
    private readonly tokens: AccessTokens,
    private readonly retrier: Retrier,
    private readonly options: ApiOptions,
  ) {}

  async call<Id extends OperationId>(operation: Id, input: Input<Id>, options: CallOptions = {}): Promise<Output<Id>> {
    const request = new ApiRequest(operation, urlOf(this.options.apiUrl, operation, input), input, options);
    return this.#run(request, options, async (signal, mayBeDone) => {
      const answer = await this.#send(request, signal, exchange);
      if (request.isDeleted(answer, mayBeDone)) return { answer: undefined as Output<Id> };
      return request.outcomeOf(answer) as Outcome<Output<Id>>;
    });
  }

  /**
   * Resolves when the headers of the answer have arrived. From then on, `timeoutMs` no longer applies: only the
   * caller's signal can end the reading of the body.
   */
  async open<Id extends OperationId>(
    operation: Id,
    input: Input<Id>,
    accept: string,
    options: ExportOptions = {},
  ): Promise<OpenAnswer> {
    const request = new ApiRequest(operation, urlOf(this.options.apiUrl, operation, input), input, options, {
      accept,
      ...(options.reason !== undefined && { reason: encodeURIComponent(options.reason) }),
    });
    return this.#run(request, options, async (signal) => {
      const answer = await this.#send(request, signal, openExchange);
      return 'bytes' in answer ? { answer } : (request.outcomeOf(answer) as Outcome<OpenAnswer>);
    });
  }

  #run<T>(
    request: ApiRequest,
    options: CallOptions,
    attempt: (signal: AbortSignal, mayBeDone: boolean) => Promise<Outcome<T>>,
  ): Promise<T> {
    let mayBeDone = false;
    return this.retrier.run(options.timeoutMs ?? this.options.timeoutMs, options.signal, async (signal) => {
      try {
        return await attempt(signal, mayBeDone);
      } catch (error) {
        if (!(error instanceof ConnectionError) || !(request.mayRepeat || wasNeverSent(error))) throw error;
        mayBeDone = true;
        return { failure: error };
      }
    });
  }

  /** Renews a refused token once: it may have been revoked, or it expired while this machine slept. */
  async #send<A extends { readonly status: number }>(
    request: ApiRequest,
    signal: AbortSignal,
    exchanged: Exchange<A>,
  ): Promise<A> {
    const token = await this.tokens.get(signal);
    const answer = await this.#sendWith(token, request, signal, exchanged);
    if (answer.status !== 401) return answer;
    this.tokens.drop(token);
    return this.#sendWith(await this.tokens.get(signal), request, signal, exchanged);
  }

  #sendWith<A>(
    token: string,
    { url, method, headers, body }: ApiRequest,
    signal: AbortSignal,
    exchanged: Exchange<A>,
  ): Promise<A> {
    const all = { ...headers, authorization: `Bearer ${token}`, 'user-agent': this.options.userAgent };
    return exchanged(this.transport, url, { method, headers: all, ...(body !== undefined && { body }) }, signal);
  }
}

type Exchange<A> = (transport: Transport, url: string, init: RequestInit, signal: AbortSignal) => Promise<A>;

/**
 * POST and PUT operations that are retried only if the service did not carry out the call.
 * `NotificationTemplates_update` creates a new version each time, and the file of `Users_takeExport` can be downloaded
 * once. The same holds for every PATCH, because somebody else may have changed the values in between.
 */
const NOT_REPEATED: readonly OperationId[] = ['NotificationTemplates_update', 'Users_takeExport'];
const UNDER_WAY = 'kernel/key-in-use';
const UNREACHABLE = [
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
];

class ApiRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
  /** Whether the request may be sent again if the service may already have carried it out. */
  readonly mayRepeat: boolean;

  constructor(
    operation: OperationId,
    readonly url: string,
    input: AnyInput,
    { idempotencyKey, enterpriseId, requestId, actingFor }: CallOptions,
    more: Readonly<Record<string, string>> = {},
  ) {
    check('idempotencyKey', idempotencyKey, /^[!-~]{1,255}$/);
    check('enterpriseId', enterpriseId, /^[\w.@+|-]{1,255}$/);
    check('requestId', requestId, /^[\w-]{1,128}$/);
    check('actingFor', actingFor, /^[!-~]{1,255}$/);
    this.method = routes[operation][0];
    this.body = input.body === undefined ? undefined : JSON.stringify(input.body);
    this.mayRepeat = this.method !== 'PATCH' && !NOT_REPEATED.includes(operation);
    this.headers = {
      accept: 'application/json, */*;q=0.1',
      ...(this.body !== undefined && { 'content-type': 'application/json' }),
      ...(this.method === 'POST' && { 'idempotency-key': idempotencyKey ?? randomUUID() }),
      ...(enterpriseId !== undefined && { 'enterprise-id': enterpriseId }),
      ...(requestId !== undefined && { 'x-request-id': requestId }),
      ...(actingFor !== undefined && { 'acting-for': actingFor }),
      ...more,
    };
  }

  /** Whether a 404 means success: an earlier try, whose answer was lost, may have deleted the object. */
  isDeleted({ status }: Answer, mayBeDone: boolean): boolean {
    return this.method === 'DELETE' && status === 404 && mayBeDone;
  }

  outcomeOf(answer: Answer): Outcome<unknown> {
    const { status } = answer;
    if (status >= 200 && status < 300) return { answer: contentOf(answer) };
    const waitSeconds = retryAfterOf(answer);
    const requestId = answer.headers.get('x-request-id') ?? undefined;
    const failure = new ProblemError(status, objectIn(answer) ?? {}, { requestId, retryAfterSeconds: waitSeconds });
    if (!this.#isWorthRepeating(failure)) throw failure;
    return { failure, waitSeconds, isUnderWay: failure.code === UNDER_WAY };
  }

  /**
   * 502 and 504 come from a proxy, and the service may have carried out the call. The code `kernel/key-in-use` (409)
   * means that an earlier try is still running.
   */
  #isWorthRepeating({ status, code }: ProblemError): boolean {
    if (status === 429 || status === 503) return true;
    return this.mayRepeat && (status === 502 || status === 504 || code === UNDER_WAY);
  }
}

function check(name: string, value: string | undefined, pattern: RegExp): void {
  if (value !== undefined && !pattern.test(value)) throw new TypeError(`${name} is not of the form ${pattern.source}`);
}

function contentOf(answer: Answer): unknown {
  if (answer.body.length === 0) return undefined;
  if (!/^application\/json\b/i.test(answer.headers.get('content-type') ?? '')) return answer.body;
  const content = objectIn(answer);
  if (!content) throw new UnexpectedAnswerError('The answer is no JSON object');
  if (content['secretWithheld'] === true) throw new SecretWithheldError(content);
  return content;
}

function wasNeverSent(error: ConnectionError): boolean {
  for (let cause = error.cause; cause instanceof Error; cause = cause.cause) {
    if ('code' in cause && UNREACHABLE.includes(String(cause.code))) return true;
  }
  return false;
}
