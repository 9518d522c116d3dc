import { ConnectionError, TokenError, UnexpectedAnswerError } from '../errors.js';
import type { ClientAuthentication } from './client-authentication.js';
import { unlessAborted } from './clock.js';
import { type Answer, exchange, objectIn, retryAfterOf, type Transport } from './http.js';
import type { Outcome, Retrier } from './retry.js';

export interface TokenRequest {
  readonly issuer: string;
  readonly scope: string;
  readonly authentication: ClientAuthentication;
}

interface Token {
  readonly value: string;
  /** When the token must be renewed, in milliseconds of the monotonic clock. */
  readonly goodUntil: number;
}

interface Endpoint {
  readonly url: string;
  /** How far the clock of the service is ahead of ours. Assertions are dated by the clock of the service. */
  readonly aheadMs: number;
}

const FETCH_TIMEOUT_MS = 30_000;
/** A token is renewed this long before it expires, or when a tenth of its lifetime is left if that is shorter. */
const MARGIN_SECONDS = 60;
const UNAVAILABLE = [429, 500, 502, 503, 504];

/**
 * The client's access token. Concurrent callers share one request, and the token is cached until shortly before it
 * expires.
 */
export class AccessTokens {
  #current: Token | undefined;
  #fetching: Promise<Token> | undefined;
  #endpoint: Endpoint | undefined;

  constructor(
    private readonly transport: Transport,
    private readonly retrier: Retrier,
    private readonly request: TokenRequest,
  ) {}

  async get(signal: AbortSignal): Promise<string> {
    if (this.#current && this.transport.clock.elapsed() < this.#current.goodUntil) return this.#current.value;
    this.#fetching ??= this.#fetch().finally(() => (this.#fetching = undefined));
    // If one caller aborts, the shared request must continue for the others.
    return (await unlessAborted(this.#fetching, signal)).value;
  }

  /**
   * Drops a token that the service refused. Several callers may report the same token: only the first report has an
   * effect.
   */
  drop(refused: string): void {
    if (this.#current?.value === refused) this.#current = undefined;
  }

  async #fetch(): Promise<Token> {
    const token = await this.retrier.run(FETCH_TIMEOUT_MS, undefined, (signal) => this.#try(signal));
    this.#current = token;
    return token;
  }

  async #try(signal: AbortSignal): Promise<Outcome<Token>> {
    const known = this.#endpoint;
    this.#endpoint = undefined; // stored again only after a success, so that a failure leads to a new discovery
    try {
      const endpoint = known ?? (await this.#discover(signal));
      const begun = this.transport.clock.elapsed();
      const answer = await this.#request(endpoint, signal);
      if (answer.status !== 200) return failed(answer, known !== undefined);
      this.#endpoint = endpoint;
      return { answer: tokenIn(answer, begun) };
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof ConnectionError || error instanceof Unavailable)) throw error;
      return { failure: error, waitSeconds: error instanceof Unavailable ? error.waitSeconds : undefined };
    }
  }

  #request({ url, aheadMs }: Endpoint, signal: AbortSignal): Promise<Answer> {
    const { issuer, scope, authentication } = this.request;
    const { headers, fields } = authentication(issuer, this.transport.clock.now() + aheadMs);
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope, ...fields });
    return exchange(this.transport, url, { method: 'POST', headers, body }, signal);
  }

  async #discover(signal: AbortSignal): Promise<Endpoint> {
    const { issuer } = this.request;
    const url = `${issuer}/.well-known/openid-configuration`;
    const answer = await exchange(this.transport, url, {}, signal);
    if (UNAVAILABLE.includes(answer.status)) throw new Unavailable(answer);
    const metadata = objectIn(answer);
    const tokenUrl = metadata?.['token_endpoint'];
    if (metadata?.['issuer'] !== issuer || typeof tokenUrl !== 'string') {
      throw new UnexpectedAnswerError(`${url} is not the discovery document of ${issuer}`);
    }
    const there = Date.parse(answer.headers.get('date') ?? '');
    return { url: tokenUrl, aheadMs: Number.isNaN(there) ? 0 : there - this.transport.clock.now() };
  }
}

function tokenIn(answer: Answer, begun: number): Token {
  const { access_token: value, expires_in: seconds, token_type: type } = objectIn(answer) ?? {};
  if (typeof value !== 'string' || typeof seconds !== 'number' || String(type).toLowerCase() !== 'bearer') {
    throw new UnexpectedAnswerError('The token endpoint gave no bearer token');
  }
  return { value, goodUntil: begun + (seconds - Math.min(MARGIN_SECONDS, seconds / 10)) * 1_000 };
}

/**
 * Handles a refused token request. If the endpoint was cached, the request is retried once after a new discovery: the
 * cached difference between the clocks, which dates the assertion, may be outdated.
 */
function failed(answer: Answer, wasKnown: boolean): Outcome<never> {
  if (UNAVAILABLE.includes(answer.status)) throw new Unavailable(answer);
  const { error, error_description: description } = objectIn(answer) ?? {};
  const name = typeof error === 'string' ? error : `HTTP ${answer.status}`;
  const failure = new TokenError(answer.status, name, typeof description === 'string' ? description : undefined);
  if (!wasKnown) throw failure;
  return { failure };
}

class Unavailable extends TokenError {
  readonly waitSeconds: number | undefined;

  constructor(answer: Answer) {
    super(answer.status, `HTTP ${answer.status}`);
    this.waitSeconds = retryAfterOf(answer);
  }
}
