import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import type { Signed } from './compact-jws.js';
import { type AnyJwk, type EvidenceCrypto, type Point, pointOf } from './evidence-crypto.js';
import type { JsonValue } from './json.js';

/** base64url of the SHA-256 of content in its canonical form. */
export const contentDigest = (canonical: string): string =>
  createHash('sha256').update(canonical, 'utf8').digest('base64url');

/** base64url of the SHA-256 of the canonical form. Signatures cover it in place of the content. */
export const canonicalDigest = (value: JsonValue): string => contentDigest(canonicalJson(value));

/** Takes no thread of the pool, which would cost more than the work. */
export const nodeCrypto: EvidenceCrypto = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  isSigned,
};

/** Whether a key of P-256 has signed it. The algorithm is that of the key, never that of the header. */
export function isSigned({ signed, signature }: Signed, jwk: AnyJwk): boolean {
  const point = pointOf(jwk);
  if (!point) return false;
  try {
    return verify('sha256', signed, { key: publicKeyAt(point), dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false; // no point of the curve
  }
}

/** Reading a key costs almost what verifying does, and one answer takes that of its device twice, and ours. */
const read = new Map<string, KeyObject>();
const MOST_KEPT = 1_000;

function publicKeyAt(point: Point): KeyObject {
  const place = point.x + point.y;
  const key = read.get(place) ?? createPublicKey({ key: { ...point }, format: 'jwk' });
  // The one that was used last comes last.
  read.delete(place);
  read.set(place, key);
  const [oldest] = read.keys();
  if (read.size > MOST_KEPT && oldest !== undefined) read.delete(oldest);
  return key;
}
