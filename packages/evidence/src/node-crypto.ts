import { createHash, createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import { type CompactJws, parseCompactJws } from './compact-jws.js';
import { type AnyJwk, type EvidenceCrypto, pointOf } from './evidence-crypto.js';
import type { JsonValue } from './json.js';
import type { Statement } from './statement.js';

/** base64url of the SHA-256 of content in its canonical form. */
export const contentDigest = (canonical: string): string =>
  createHash('sha256').update(canonical, 'utf8').digest('base64url');

/** base64url of the SHA-256 of the canonical form. Signatures cover it in place of the content. */
export const canonicalDigest = (value: JsonValue): string => contentDigest(canonicalJson(value));

/** Whether a key of P-256 has signed it. The algorithm is that of the key, never that of the header. */
export function isSignedBy({ jws }: Pick<Statement, 'jws'>, publicKey: AnyJwk): boolean {
  const parsed = parseCompactJws(jws);
  return parsed !== undefined && isSigned(parsed, publicKey);
}

/** Takes no thread of the pool, which would cost more than the work. */
export const nodeCrypto: EvidenceCrypto = {
  sha256: (bytes) => createHash('sha256').update(bytes).digest(),
  isSigned: (jws, key) => isSigned(jws, key),
};

function isSigned({ signed, signature }: CompactJws, jwk: AnyJwk): boolean {
  const point = pointOf(jwk);
  if (point.kty !== 'EC' || point.crv !== 'P-256') return false;
  try {
    const key = createPublicKey({ key: point, format: 'jwk' });
    return verify('sha256', signed, { key, dsaEncoding: 'ieee-p1363' }, signature);
  } catch {
    return false; // no point of the curve
  }
}
