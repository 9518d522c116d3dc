import type { Clock } from '../../clients/node/src/calls/clock.js';
import { ManagementClient, type ManagementClientOptions } from '../../clients/node/src/management-client.js';

/** A clock that stands, and goes when told to. */
export class FakeClock implements Clock {
  time = 0;
  /** What the machine takes for the time of day. */
  wall = Date.parse('2026-01-31T09:30:00.000Z');
  readonly waits: number[] = [];
  readonly #timers = new Map<() => void, number>();

  now = (): number => this.wall + this.time;
  elapsed = (): number => this.time;

  after(ms: number, then: () => void): () => void {
    const run = () => then();
    this.#timers.set(run, this.time + ms);
    return () => this.#timers.delete(run);
  }

  advance(ms: number): void {
    const until = this.time + ms;
    for (let due = this.#next(until); due; due = this.#next(until)) {
      const [run, at] = due;
      this.#timers.delete(run);
      this.time = Math.max(this.time, at);
      run();
    }
    this.time = until;
  }

  /** Whatever is waited for comes at once, until this is done. */
  async until<T>(work: Promise<T>): Promise<T> {
    const ending = { isDone: false };
    const note = () => (ending.isDone = true);
    work.then(note, note);
    for (;;) {
      for (let turns = 0; turns < 5; turns++) await new Promise((resolve) => setImmediate(resolve));
      const next = this.#next(Infinity);
      if (ending.isDone || !next) break;
      this.waits.push(next[1] - this.time);
      this.advance(next[1] - this.time);
    }
    return work;
  }

  get timers(): number {
    return this.#timers.size;
  }

  #next(until: number): [() => void, number] | undefined {
    return [...this.#timers].filter(([, at]) => at <= until).sort(([, a], [, b]) => a - b)[0];
  }
}

export interface Asked {
  readonly url: string;
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly body: string | undefined;
}

export type Reply = (asked: Asked, count: number, signal: AbortSignal) => Response | Promise<Response>;

export const ISSUER = 'https://id.example.com/service/authserver';
export const API = 'https://api.example.com';

export const json = (body: unknown, status = 200, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const problem = (status: number, code: string, headers: Record<string, string> = {}): Response =>
  json({ title: code, status, code, type: `https://api.example.com/errors/${code}` }, status, headers);

/** What `fetch` throws when the connection breaks. */
export const broken = (code = 'ECONNRESET'): Error =>
  new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) });

/** The service as a client sees it: discovery, tokens, and what a test has the API answer. */
export class FakeService {
  readonly clock = new FakeClock();
  readonly calls: Asked[] = [];
  readonly tokenRequests: Asked[] = [];
  discoveries = 0;
  reply: Reply = () => json({});
  token: Reply = (_asked, count) => json({ access_token: `token-${count}`, expires_in: 3600, token_type: 'Bearer' });
  discovery: Reply = () =>
    json({ issuer: ISSUER, token_endpoint: `${ISSUER}/oauth/token` }, 200, {
      date: new Date(this.clock.now()).toUTCString(),
    });

  client(options: Partial<ManagementClientOptions> = {}): ManagementClient {
    const { fetch, clock } = this;
    const credentials = { clientId: 'portal', clientSecret: 's3cret' };
    return new ManagementClient({ issuer: ISSUER, apiUrl: API, ...credentials, fetch, clock, ...options });
  }

  readonly fetch = async (url: string, init: RequestInit): Promise<Response> => {
    const signal = init.signal ?? new AbortController().signal;
    signal.throwIfAborted();
    const asked = askedBy(url, init);
    if (url.endsWith('/openid-configuration')) return this.discovery(asked, ++this.discoveries, signal);
    if (url.endsWith('/oauth/token')) return this.token(asked, this.tokenRequests.push(asked), signal);
    return this.reply(asked, this.calls.push(asked), signal);
  };
}

function askedBy(url: string, { method = 'GET', headers, body }: RequestInit): Asked {
  const text = body instanceof URLSearchParams ? body.toString() : typeof body === 'string' ? body : undefined;
  return { url, method, headers: Object.fromEntries(new Headers(headers)), body: text };
}

/** An answer that never comes. */
export const never: Reply = (_asked, _count, signal) =>
  new Promise((_resolve, reject) => {
    if (signal.aborted) reject(signal.reason as Error);
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
