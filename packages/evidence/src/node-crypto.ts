import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import type { Signed } from './compact-jws.js';
import { type AnyJwk, type EvidenceCrypto, type Point, pointOf } from './evidence-crypto.js';
import type { JsonValue } from './json.js';

/** The SHA-256 of content in canonical form, in base64url. */
export const contentDigest = (canonical: string): string =>
  createHash('sha256').update(canonical, 'utf8').digest('base64url');

/** The SHA-256 of the canonical form of a value, in base64url. Signatures cover this digest instead of the content. */
export const canonicalDigest = (value: JsonValue): string => contentDigest(canonicalJson(value));

/** Verifies synchronously: handing the work to a thread pool would cost more than the work. */
export const nodeCrypto: EvidenceCrypto = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  isSigned,
};

/** Verifies an ES256 signature with a P-256 key. The algorithm follows from the key, never from the header. */
export function isSigned({ signed, signature }: Signed, jwk: AnyJwk): boolean {
  const point = pointOf(jwk);
  if (!point) return false;
  try {
    return verify('sha256', signed, { key: publicKeyAt(point), dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false; // the key is refused: its coordinates are not on the curve
  }
}

/**
 * A cache of parsed keys. Parsing a key costs almost as much as verifying a signature, and one answer needs the
 * device's key twice and the service's key once.
 */
const read = new Map<string, KeyObject>();
const MOST_KEPT = 1_000;

function publicKeyAt(point: Point): KeyObject {
  const place = point.x + point.y;
  const key = read.get(place) ?? createPublicKey({ key: { ...point }, format: 'jwk' });
  // Moves the key to the end of the map, so that the least recently used key is first.
  read.delete(place);
  read.set(place, key);
  const [oldest] = read.keys();
  if (read.size > MOST_KEPT && oldest !== undefined) read.delete(oldest);
  return key;
}
