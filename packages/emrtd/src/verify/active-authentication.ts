import { constants, createHash, publicDecrypt, verify, type KeyObject } from 'node:crypto';
import { isSame } from '../encoding/bytes.js';
import { publicKeyIn, type Hash } from './algorithms.js';
import { Refused } from './refusal.js';

/** The chip's key for active authentication, which signs our nonce (ICAO 9303-11, section 6.1). */
export interface ActiveKey {
  readonly spki: Uint8Array;
  /** The signature algorithm from DG14. Only keys on elliptic curves need it. */
  readonly algorithm: string | undefined;
}

const PLAIN_ECDSA: Readonly<Record<string, Hash>> = {
  '0.4.0.127.0.7.1.1.4.1.1': 'sha1',
  '0.4.0.127.0.7.1.1.4.1.2': 'sha224',
  '0.4.0.127.0.7.1.1.4.1.3': 'sha256',
  '0.4.0.127.0.7.1.1.4.1.4': 'sha384',
  '0.4.0.127.0.7.1.1.4.1.5': 'sha512',
};

export function isActiveAnswer({ spki, algorithm }: ActiveKey, nonce: Uint8Array, answer: Uint8Array): boolean {
  const key = publicKeyIn(spki);
  if (key.asymmetricKeyType === 'rsa') return isRecovered(key, nonce, answer);
  const hash = PLAIN_ECDSA[algorithm ?? ''];
  if (!hash) throw new Refused('algorithm_not_allowed', 'active authentication');
  return verify(hash, nonce, { key, dsaEncoding: 'ieee-p1363' }, answer);
}

const ONE_BYTE_TRAILER = 0xbc;
const TWO_BYTE_TRAILER = 0xcc;
const TRAILERS: Readonly<Record<number, Hash>> = {
  0x33: 'sha1',
  0x34: 'sha256',
  0x35: 'sha512',
  0x36: 'sha384',
  0x38: 'sha224',
};
const LEAST_OWN_PART = 8;

/**
 * Verifies ISO 9796-2, scheme 1: the signature contains a part of the message that the chip chose, and a hash over that
 * part and our nonce.
 */
function isRecovered(key: KeyObject, nonce: Uint8Array, answer: Uint8Array): boolean {
  const opened = openedBy(key, answer);
  if (!opened || ((opened[0] ?? 0) & 0xe0) !== 0x60) return false;
  const trailer = trailerOf(opened);
  if (!trailer) return false;
  const size = createHash(trailer.hash).digest().length;
  const end = opened.length - trailer.length;
  const start = startOfMessage(opened);
  // If the chip has chosen too few bytes of the message, an attacker could have chosen it.
  if (start === undefined || end - size - start < LEAST_OWN_PART) return false;
  const digest = createHash(trailer.hash)
    .update(opened.subarray(start, end - size))
    .update(nonce)
    .digest();
  return isSame(digest, opened.subarray(end - size, end));
}

function openedBy(key: KeyObject, answer: Uint8Array): Uint8Array | undefined {
  try {
    return publicDecrypt({ key, padding: constants.RSA_NO_PADDING }, Buffer.from(answer));
  } catch {
    return undefined;
  }
}

function trailerOf(opened: Uint8Array): { hash: Hash; length: number } | undefined {
  if (opened.at(-1) === ONE_BYTE_TRAILER) return { hash: 'sha1', length: 1 };
  const hash = opened.at(-1) === TWO_BYTE_TRAILER ? TRAILERS[opened.at(-2) ?? 0] : undefined;
  return hash && { hash, length: 2 };
}

/**
 * The offset of the message behind the padding, which consists of nibbles B and ends with a nibble A. Undefined if the
 * padding is wrong.
 */
function startOfMessage(opened: Uint8Array): number | undefined {
  const end = opened.findIndex((byte) => (byte & 0x0f) === 0x0a);
  const isPadding = end === 0 || (opened.subarray(1, end).every((byte) => byte === 0xbb) && opened[end] === 0xba);
  return isPadding ? end + 1 : undefined;
}
