import type { TestApplication } from './application.js';
import type { Answer } from './tokens.js';

const MOUNT = '/service/authserver/oauth/';

/** Parameters in the order given, as often as given. */
export type Pairs = Readonly<Record<string, string>> | readonly Pair[];
type Pair = readonly [name: string, value: string];

const isList = (pairs: Pairs): pairs is readonly Pair[] => Array.isArray(pairs);

export const encoded = (pairs: Pairs): URLSearchParams =>
  new URLSearchParams(
    isList(pairs) ? pairs.map(([name, value]): [string, string] => [name, value]) : Object.entries(pairs),
  );

interface Raw extends Answer {
  /** Where a browser would go next. */
  readonly location: URL | undefined;
}

/** An authorization request by itself: neither cookies nor a way that is followed. */
export const authorize = (running: TestApplication, pairs: Pairs, accept = 'application/json'): Promise<Raw> =>
  send(running, `authorize?${encoded(pairs).toString()}`, { headers: { accept } });

/** A form sent to an endpoint of servers: exactly these parameters, by whatever type and credentials. */
export const post = (
  running: TestApplication,
  endpoint: string,
  body: Pairs | string,
  headers: Record<string, string> = {},
): Promise<Raw> =>
  send(running, endpoint, { method: 'POST', body: typeof body === 'string' ? body : encoded(body), headers });

async function send(running: TestApplication, path: string, init: RequestInit): Promise<Raw> {
  const response = await fetch(running.url('auth', MOUNT + path), { redirect: 'manual', ...init });
  const location = response.headers.get('location');
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    body: text.startsWith('{') ? JSON.parse(text) : text,
    location: location === null ? undefined : new URL(location, running.config.authUrl),
  };
}

export const basic = (id: string, secret: string): Record<string, string> => ({
  authorization: `Basic ${Buffer.from(`${encodeURIComponent(id)}:${encodeURIComponent(secret)}`).toString('base64')}`,
});
