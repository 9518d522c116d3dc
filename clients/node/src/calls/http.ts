import { ConnectionError } from '../errors.js';
import type { Clock } from './clock.js';

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** An HTTP answer with its complete body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: Uint8Array;
}

export interface Transport {
  readonly fetch: Fetch;
  readonly clock: Clock;
  /** The timeout of one attempt of a call, in milliseconds. */
  readonly tryTimeoutMs: number;
}

/**
 * Sends one request and reads the complete answer. Redirects are not followed, because they would send credentials to
 * another address. Throws the reason of the signal, or a ConnectionError.
 */
export async function exchange(transport: Transport, url: string, init: RequestInit, signal: AbortSignal) {
  const tooLong = new AbortController();
  const end = transport.clock.after(transport.tryTimeoutMs, () => tooLong.abort(new Error('No answer in time')));
  try {
    const both = AbortSignal.any([signal, tooLong.signal]);
    const response = await transport.fetch(url, { ...init, redirect: 'manual', signal: both });
    return await wholeAnswer(response);
  } catch (error) {
    signal.throwIfAborted();
    throw noAnswer(url, tooLong.signal.aborted ? tooLong.signal.reason : error);
  } finally {
    end();
  }
}

export async function wholeAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response;
  return { status, headers, body: new Uint8Array(await response.arrayBuffer()) };
}

export const noAnswer = (url: string, cause: unknown): ConnectionError =>
  new ConnectionError(`No answer from ${new URL(url).origin}: ${messageOf(cause)}`, { cause });

/** The message of the innermost cause, because the error of `fetch` itself only says that it failed. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? messageOf(error.cause) : error.message || error.name;
}

/** The JSON object in the body, or undefined if it contains none. */
export function objectIn(answer: Answer): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(answer.body));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The seconds in `Retry-After`. A date is compared with the `Date` header of the same answer, not with our clock. */
export function retryAfterOf({ headers }: Answer): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value);
  const [at, now] = [Date.parse(value), Date.parse(headers.get('date') ?? '')];
  return Number.isNaN(at) || Number.isNaN(now) ? undefined : Math.max(0, (at - now) / 1_000);
}

const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Checks a base URL, and removes slashes at its end. It must use https because secrets are sent to it; http is allowed
 * for the local machine.
 */
export function baseUrl(name: string, value: string): string {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.test(url.hostname));
  if (!url || !isSafe || url.search || url.hash || url.username) throw new TypeError(`${name} must be an https URL.`);
  return value.replace(/\/+$/, '');
}
