import { signal } from '@preact/signals';
import { type Data, place } from './place.js';

export interface Problem {
  readonly title: string;
  readonly status: number;
  readonly code: string;
  readonly detail?: string;
  readonly traceId?: string;
  readonly scope?: string;
  readonly errors?: readonly { readonly pointer: string; readonly detail: string }[];
}

/** An unexpected answer. `status` is 0 if no answer came. */
export class ApiError extends Error {
  constructor(
    readonly problem: Problem,
    readonly retryAfter: number | undefined,
  ) {
    super(problem.title);
  }

  get status(): number {
    return this.problem.status;
  }

  is(code: string): boolean {
    return this.problem.code === code;
  }
}

export interface Answer<T> {
  readonly value: T;
  /** The request for a colleague's approval, if one is needed first. */
  readonly waits: WaitingRequest | undefined;
}

/** A request for a colleague's approval: its page in the console, and whether it belongs to live or test data. */
export interface WaitingRequest {
  readonly page: string;
  readonly data: Data['data'];
}

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/**
 * Whether the session has ended. The page then stays as it is and asks the operator to sign in. The next successful
 * call sets it to false again.
 */
export const signedOut = signal(false);

const STEP_UP_NEEDED = 'operators/step-up-needed';
const LONGEST_STEP_UP = 5 * 60_000;
/**
 * Showing a passkey in another window replaces the session cookie. A request that was sent with the old one shortly
 * before is repeated.
 */
const NEW_COOKIE_MS = 500;

export async function get<T>(path: string, abort?: AbortSignal, unattended = false, of?: Data): Promise<T> {
  const { value } = await ask<T>('GET', path, { abort, unattended, of });
  return value;
}

interface Sent {
  readonly body?: object;
  /**
   * The operator's reason for the call. It is sent in the header `Reason`, for calls whose body has no member for it.
   */
  readonly reason?: string | undefined;
  readonly abort?: AbortSignal | undefined;
  /** A call that the page makes by itself, so it does not keep the session alive. */
  readonly unattended?: boolean;
  /** The enterprise, and whether live or test data is meant, if not those that the console shows now. */
  readonly of?: Data | undefined;
}

export function send<T = unknown>(
  method: Method,
  path: string,
  body: object = {},
  reason?: string,
  of: Data = place.value,
): Promise<Answer<T>> {
  return withPasskey(() => ask<T>(method, path, { body, reason, of }));
}

/** If the server demands a fresh passkey, asks for it and repeats the call. */
async function withPasskey<T>(call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    if (!(error instanceof ApiError && error.is(STEP_UP_NEEDED))) throw error;
    await stepUp();
    return call();
  }
}

export async function ask<T>(
  method: Method,
  path: string,
  { body, reason, abort, unattended, of = place.value }: Sent = {},
): Promise<Answer<T>> {
  const headers = {
    ...headersOf(path, of),
    ...(method !== 'GET' && { 'Content-Type': 'application/json' }),
    ...(reason !== undefined && { Reason: encodeURIComponent(reason) }),
    ...(unattended && { Unattended: 'true' }),
  };
  const sent = method !== 'GET' && { body: JSON.stringify(body ?? {}) };
  const response = await answered(path, { method, headers, ...sent, ...(abort && { signal: abort }) });
  const text = await textOf(response, abort);
  return {
    value: valueOf(text) as T,
    waits: response.status === 202 ? requestIn(response, sideOf(path, of)) : undefined,
  };
}

/** Downloads a list as a file. Throws if the download breaks off, so that no incomplete file is saved. */
export async function getFile(path: string, type: string, reason: string): Promise<string> {
  const headers = { ...headersOf(path), Accept: type, Reason: encodeURIComponent(reason) };
  return textOf(await answered(path, { headers }));
}

/** Downloads a file that the server returns only once. */
export async function takeFile(path: string, type: string): Promise<string> {
  const headers = { ...headersOf(path), Accept: type, 'Content-Type': 'application/json' };
  return textOf(await withPasskey(() => answered(path, { method: 'POST', headers, body: '{}' })));
}

/** The complete body of the response. The connection may break after the status has arrived. */
const textOf = (response: Response, abort?: AbortSignal): Promise<string> =>
  response.text().catch((error: unknown) => {
    if (abort?.aborted) throw error;
    throw unreachable();
  });

function valueOf(text: string): unknown {
  try {
    return text === '' ? null : JSON.parse(text);
  } catch {
    throw unreachable(); // not JSON: a proxy has answered instead of the service
  }
}

async function answered(path: string, sent: RequestInit): Promise<Response> {
  let response = await fetched(path, sent);
  if (response.status === 401 && !signedOut.value) {
    await new Promise((resolve) => setTimeout(resolve, NEW_COOKIE_MS));
    response = await fetched(path, sent);
  }
  if (!response.ok) throw await failureOf(response);
  signedOut.value = false;
  return response;
}

const fetched = (path: string, sent: RequestInit): Promise<Response> =>
  fetch(`/api${path}`, sent).catch((error: unknown) => {
    if (sent.signal?.aborted) throw error;
    throw unreachable();
  });

const unreachable = () => new ApiError({ title: '', status: 0, code: 'console/unreachable' }, undefined);

/** Routes whose data is the same for live and test. The server answers them only if live data is requested. */
const SHARED_BY_SIDES = /^\/v1\/(?:enterprises|events|jobs|keys|operators|previews|system)\b/;

const sideOf = (path: string, { data }: Data): Data['data'] => (SHARED_BY_SIDES.test(path) ? 'live' : data);

function requestIn({ headers }: Response, data: Data['data']): WaitingRequest | undefined {
  const id = /\/v1\/fourEyes\/([\w-]+)$/.exec(headers.get('Location') ?? '')?.[1];
  return id === undefined ? undefined : { page: `/four-eyes/${id}`, data };
}

function headersOf(path: string, of = place.value): Record<string, string> {
  const { enterprise } = of;
  return {
    ...{ Accept: 'application/json', Data: sideOf(path, of) },
    ...(enterprise !== undefined && { 'Enterprise-Id': enterprise }),
  };
}

async function failureOf(response: Response): Promise<ApiError> {
  const given: unknown = await response.json().catch(() => undefined);
  const told = { title: '', code: '', ...(isObject(given) && given), status: response.status } as Problem;
  // The id of the request, by which it can be found in the audit log.
  const requestId = response.headers.get('X-Request-Id');
  const problem = { ...told, ...(requestId !== null && { traceId: requestId }) };
  const seconds = Number(response.headers.get('Retry-After'));
  if (response.status === 401) signedOut.value = true;
  return new ApiError(problem, seconds > 0 ? seconds : undefined);
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/**
 * The browser requests pictures and event streams without our headers, so the enterprise and live or test are in the
 * address.
 */
export function addressOf(path: string): string {
  const { enterprise } = place.value;
  const query = new URLSearchParams({
    _data: sideOf(path, place.value),
    ...(enterprise !== undefined && { _enterprise: enterprise }),
  });
  return `/api${path}${path.includes('?') ? '&' : '?'}${query.toString()}`;
}

/**
 * Opens a window for the sign-in, so that nothing typed in this one is lost. Resolves on a message from that window, or
 * when the operator returns to this one: only the server knows whether a passkey was shown. The property `closed` of
 * the window cannot be used, because the browser isolates the sign-in page from this one.
 */
async function stepUp(): Promise<void> {
  if (!open('/step-up?to=/stepped-up', 'step-up', 'width=480,height=640')) {
    location.assign(`/step-up?to=${encodeURIComponent(location.pathname + location.search)}`);
    return new Promise(() => undefined);
  }
  const channel = new BroadcastChannel('console');
  await new Promise<void>((resolve) => {
    const last = setTimeout(end, LONGEST_STEP_UP);
    channel.onmessage = end;
    addEventListener('focus', end);

    function end(): void {
      clearTimeout(last);
      removeEventListener('focus', end);
      channel.close();
      resolve();
    }
  });
}

/** Tells the window that opened this one that the passkey was shown, and closes this one. */
export function steppedUp(): void {
  new BroadcastChannel('console').postMessage('stepped-up');
  close();
}

/** Saves text as a file on the operator's computer. */
export function save(name: string, type: string, content: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([content], { type }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
