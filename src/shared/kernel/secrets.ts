import { hash, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * The stored form of a secret that we generated. It has 256 random bits (`newSecret`), so a plain digest cannot be
 * guessed. Secrets chosen by people need a password hash instead, and short codes the `BlindIndex`.
 */
export const secretDigest = (secret: string): string => sha256(secret).toString('base64url');

/** Compares a secret with a stored digest in constant time. */
export function secretMatches(secret: string, digest: string): boolean {
  const [given, kept] = [sha256(secret), Buffer.from(digest, 'base64url')];
  return kept.length === given.length && timingSafeEqual(given, kept);
}
