/** A JWS header or payload, whose members are only texts and numbers. */
export type FlatJson = Readonly<Record<string, string | number>>;

/** A parsed compact JWS (RFC 7515) whose signature was not verified. */
export interface CompactJws extends Signed {
  readonly header: FlatJson;
  readonly payload: FlatJson;
}

export interface Signed {
  /** The bytes that the signature covers. */
  readonly signed: Uint8Array<ArrayBuffer>;
  /** `r` and `s`, 32 bytes each (RFC 7518, section 3.4). */
  readonly signature: Uint8Array<ArrayBuffer>;
}

const LONGEST = 4_096;
const SIGNATURE_BYTES = 64;

/**
 * Parses a compact JWS. Returns undefined if another parser could read it differently: non-zero unused bits in
 * base64url, padding, duplicate members, or text that is not UTF-8. It also runs in browsers, so it uses nothing of
 * Node.
 */
export function parseCompactJws(text: string): CompactJws | undefined {
  if (text.length > LONGEST) return undefined;
  const [head = '', body = '', tail = '', ...more] = text.split('.');
  const [header, payload, signature] = [flatJsonIn(head), flatJsonIn(body), bytesOf(tail)];
  if (more.length > 0 || !header || !payload || signature?.length !== SIGNATURE_BYTES) return undefined;
  return { header, payload, signature, signed: new TextEncoder().encode(`${head}.${body}`) };
}

/** Strict base64url without padding, in which the unused bits of the last character are zero. */
const BASE64URL = /^(?:[\w-]{4})*(?:[\w-]{4}|[\w-]{2}[AEIMQUYcgkosw048]|[\w-][AQgw])$/;

export function bytesOf(base64url: string): Uint8Array<ArrayBuffer> | undefined {
  if (!BASE64URL.test(base64url)) return undefined;
  const binary = atob(base64url.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at += 1) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

export const base64urlOf = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replace(/=+$/, '');

const SPACE = '[ \\t\\n\\r]*';
const STRING = '"(?:[^"\\\\\\u0000-\\u001f]|\\\\(?:["\\\\/bfnrt]|u[\\da-fA-F]{4}))*"';
const NUMBER = '-?(?:0|[1-9]\\d*)(?:\\.\\d+)?(?:[eE][+-]?\\d+)?';
const MEMBER = `${SPACE}(${STRING})${SPACE}:${SPACE}(?:${STRING}|${NUMBER})${SPACE}`;
const OBJECT = new RegExp(`^${SPACE}\\{${MEMBER}(?:,${MEMBER})*\\}${SPACE}$`);
const MEMBERS = new RegExp(MEMBER, 'g');

/**
 * Parses a flat object. Duplicate names are refused, because `JSON.parse` takes the last value and other parsers the
 * first.
 */
function flatJsonIn(base64url: string): FlatJson | undefined {
  const text = textOf(bytesOf(base64url));
  if (text === undefined || !OBJECT.test(text)) return undefined;
  const names = [...text.matchAll(MEMBERS)].map(([, name = '""']) => JSON.parse(name) as string);
  if (new Set(names).size < names.length) return undefined;
  return JSON.parse(text) as FlatJson;
}

function textOf(bytes: Uint8Array | undefined): string | undefined {
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** Whether an object has exactly these members. */
export const hasOnly = (value: object, names: readonly string[]): boolean =>
  Object.keys(value).length === names.length && names.every((name) => Object.hasOwn(value, name));
