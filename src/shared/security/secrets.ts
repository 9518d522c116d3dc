import { hash, timingSafeEqual } from 'node:crypto';

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * How a secret that we made is kept. It has 256 random bits (`newSecret`), so that nobody guesses it from a plain digest;
 * what people choose goes through a password hash instead, and short codes through the `BlindIndex`.
 */
export const secretDigest = (secret: string): string => sha256(secret).toString('base64url');

/** Takes the same time wherever the first difference stands. */
export function secretMatches(secret: string, digest: string): boolean {
  const [given, kept] = [sha256(secret), Buffer.from(digest, 'base64url')];
  return kept.length === given.length && timingSafeEqual(given, kept);
}
