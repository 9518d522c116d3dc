/** A call, webhook or audit entry, as shown to the visitor, without secrets. */
export interface DemoEvent {
  readonly n: number;
  readonly at: string;
  readonly kind: 'call' | 'webhook' | 'audit';
  /** The HTTP method, if the event is a call. */
  readonly method?: string;
  /** The path of a call, the type of a webhook's event, or the kind of an audit entry. */
  readonly what: string;
  readonly why: string;
  readonly status?: number;
  readonly ms?: number;
  readonly sent?: unknown;
  readonly got?: unknown;
  readonly curl?: string;
  readonly node?: string;
  /** The path of the page of the guide that explains the call. */
  readonly guide?: string;
}

const SECRETS = new Set([
  ...['access_token', 'refresh_token', 'id_token', 'client_secret', 'clientSecret', 'secret', 'password'],
  ...['code', 'code_verifier', 'code_challenge', 'state', 'nonce', 'token', 'assertion', 'activation_code'],
  'auth_req_id',
]);
const HIDDEN = '…';
/**
 * Patterns of values that are not hidden, although the name of their member also occurs for secrets: a `code` may be a
 * reason code, and a `state` may be the country that issued a document. No secret matches the patterns.
 */
const HARMLESS: Readonly<Record<string, RegExp>> = { code: /^[a-z]+(?:[_/-][a-z]+)+$/, state: /^[A-Z]{2}$/ };

/** Returns a copy of the value without secrets. */
export function redacted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(redacted);
  if (typeof value === 'string') return redactedText(value);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [name, isSecret(name, member) ? HIDDEN : redacted(member)]),
  );
}

const isSecret = (name: string, value: unknown): boolean =>
  SECRETS.has(name) && typeof value === 'string' && !HARMLESS[name]?.test(value);

/** Removes secrets from the query parameters of URLs in a string. */
export const redactedText = (text: string): string =>
  text.replace(/([?&](?:token|code|state|nonce|code_challenge)=)[^&#\s]+/g, `$1${HIDDEN}`);
