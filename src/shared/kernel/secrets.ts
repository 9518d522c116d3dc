import { hash, randomBytes, timingSafeEqual } from 'node:crypto';

/** A random secret of 256 bits, for session ids and everything else that must not be guessed. */
export const newSecret = (): string => randomBytes(32).toString('base64url');

const sha256 = (text: string): Buffer => hash('sha256', text, 'buffer');

/**
 * The form in which a secret that we generated is stored. A plain digest is enough, because nobody can guess 256 random
 * bits (`newSecret`). Secrets chosen by people need a password hash instead, and short codes a keyed hash
 * (`BlindIndex`).
 */
export const secretDigest = (secret: string): string => sha256(secret).toString('base64url');

/** Compares a secret with a stored digest in constant time. */
export function secretMatches(secret: string, digest: string): boolean {
  const [given, kept] = [sha256(secret), Buffer.from(digest, 'base64url')];
  return kept.length === given.length && timingSafeEqual(given, kept);
}

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** Encodes bytes as base32 (RFC 4648) without padding, as authenticator apps expect. */
export function base32(bytes: Uint8Array): string {
  const bits = [...bytes].map((byte) => byte.toString(2).padStart(8, '0')).join('');
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => ALPHABET[Number.parseInt(group.padEnd(5, '0'), 2)] ?? '')
    .join('');
}

/**
 * Decodes base32, with or without padding. Returns `undefined` if the text is not base32. Drops trailing bits that do
 * not fill a byte.
 */
export function bytesOfBase32(text: string): Buffer | undefined {
  const letters = text.replace(/=+$/, '');
  if (!/^[A-Z2-7]+$/.test(letters)) return undefined;
  const bits = letters
    .split('')
    .map((letter) => ALPHABET.indexOf(letter).toString(2).padStart(5, '0'))
    .join('');
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
}
