import { base64url, utf8 } from './encoding.js';
import type { KeyStore } from './ports.js';

/** Creates a compact JWS, signed with ES256. */
export async function signedJws(keys: KeyStore, ref: string, header: object, payload: object): Promise<string> {
  const input = [{ alg: 'ES256', ...header }, payload].map((part) => base64url(utf8(JSON.stringify(part)))).join('.');
  return `${input}.${base64url(await keys.sign(ref, utf8(input)))}`;
}
