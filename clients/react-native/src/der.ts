import type { PublicJwk } from '@countersign/client';
import { base64 } from './base64.js';

const SEQUENCE = 0x30;
const INTEGER = 0x02;
/** The length in bytes of `r`, `s`, `x` and `y` of P-256. */
const LENGTH = 32;

/** The constant beginning of a SubjectPublicKeyInfo for P-256 (RFC 5480), up to the uncompressed point. */
const P256 = [
  ...[0x30, 0x59, 0x30, 0x13, 0x06, 0x07, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x02, 0x01],
  ...[0x06, 0x08, 0x2a, 0x86, 0x48, 0xce, 0x3d, 0x03, 0x01, 0x07, 0x03, 0x42, 0x00, 0x04],
];

/** Converts a signature from DER, which phones produce, to `r` and `s` of 32 bytes each, which JWS needs. */
export function rawSignature(der: Uint8Array): Uint8Array {
  if (der[0] !== SEQUENCE || der[1] !== der.length - 2) throw new TypeError('The signature is none in DER');
  const r = integerAt(der, 2);
  const s = integerAt(der, r.end);
  if (s.end !== der.length) throw new TypeError('The signature has more than two integers');
  const raw = new Uint8Array(2 * LENGTH);
  raw.set(r.bytes, LENGTH - r.bytes.length);
  raw.set(s.bytes, 2 * LENGTH - s.bytes.length);
  return raw;
}

/** Reads an integer without its leading zeros. DER adds a zero in front of an integer that would look negative. */
function integerAt(der: Uint8Array, at: number): { readonly bytes: Uint8Array; readonly end: number } {
  const [tag, length = 0] = der.slice(at, at + 2);
  const end = at + 2 + length;
  let start = at + 2;
  while (start < end - 1 && der[start] === 0) start += 1;
  const bytes = der.slice(start, end);
  if (tag !== INTEGER || length === 0 || end > der.length || bytes.length > LENGTH) {
    throw new TypeError('The signature has an integer that is none of P-256');
  }
  return { bytes, end };
}

/** Converts the public key, which phones export as SubjectPublicKeyInfo, to a JWK. */
export function publicJwkOf(spki: Uint8Array): PublicJwk {
  const isP256 = spki.length === P256.length + 2 * LENGTH && P256.every((byte, at) => spki[at] === byte);
  if (!isP256) throw new TypeError('The public key is none of P-256');
  const [x, y] = [spki.slice(P256.length, P256.length + LENGTH), spki.slice(P256.length + LENGTH)];
  return { kty: 'EC', crv: 'P-256', x: base64url(x), y: base64url(y) };
}

const base64url = (bytes: Uint8Array): string =>
  base64(bytes).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
