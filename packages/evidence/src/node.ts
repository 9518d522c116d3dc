import { createHash, createPublicKey, verify } from 'node:crypto';
import { canonicalJson } from './canonical-json.js';
import { parseCompactJws } from './compact-jws.js';
import type { JsonValue } from './json.js';
import type { Statement } from './statement.js';

/** A JWK (RFC 7517), of which a statement is verified with P-256 only. */
interface PublicKey {
  readonly kty?: string;
  readonly crv?: string;
  readonly x?: string;
  readonly y?: string;
}

/** base64url of the SHA-256 of content in its canonical form. */
export const contentDigest = (canonical: string): string =>
  createHash('sha256').update(canonical, 'utf8').digest('base64url');

/** base64url of the SHA-256 of the canonical form. Signatures cover it in place of the content. */
export const canonicalDigest = (value: JsonValue): string => contentDigest(canonicalJson(value));

/** Whether a key of P-256 has signed it. The algorithm is that of the key, never that of the header. */
export function isSignedBy({ jws }: Pick<Statement, 'jws'>, publicKey: PublicKey): boolean {
  const parsed = parseCompactJws(jws);
  if (!parsed || publicKey.kty !== 'EC' || publicKey.crv !== 'P-256') return false;
  const key = createPublicKey({ key: { ...publicKey }, format: 'jwk' });
  return verify('sha256', parsed.signed, { key, dsaEncoding: 'ieee-p1363' }, parsed.signature);
}
