import { createPublicKey, type KeyObject } from 'node:crypto';
import { isCoordinate } from '@countersign/evidence';
import { DeviceErrors } from '../contract/users.errors.js';

/** A public P-256 key with exactly the members that the thumbprint of RFC 7638 covers, in the same order. */
export interface DeviceJwk {
  readonly crv: 'P-256';
  readonly kty: 'EC';
  readonly x: string;
  readonly y: string;
}

export interface DeviceKey {
  readonly jwk: DeviceJwk;
  readonly key: KeyObject;
}

/** The private members of JWKs (RFC 7518, 6). */
const PRIVATE_MEMBERS = ['d', 'p', 'q', 'dp', 'dq', 'qi', 'oth', 'k'];

/** Reads a public key from a JWK. Members that are not needed (`kid`, `use`, `key_ops`) are dropped. */
export function readDeviceKey(sent: unknown): DeviceKey {
  if (typeof sent !== 'object' || sent === null) throw DeviceErrors.keyRefused('The key is not a JWK');
  const jwk = new Map<string, unknown>(Object.entries(sent));
  if (PRIVATE_MEMBERS.some((name) => jwk.has(name))) {
    throw DeviceErrors.keyRefused('This is a private key. It must never leave its device');
  }
  const [kty, crv, x, y] = [jwk.get('kty'), jwk.get('crv'), jwk.get('x'), jwk.get('y')];
  if (kty !== 'EC' || crv !== 'P-256') throw DeviceErrors.keyRefused('The key is not on the curve P-256');
  // Only canonical base64url is accepted. Otherwise one key could be registered under several thumbprints.
  if (!isCoordinate(x) || !isCoordinate(y))
    throw DeviceErrors.keyRefused('The coordinates of the key are not 32 bytes in base64url');
  return withKey({ crv, kty, x, y });
}

function withKey(jwk: DeviceJwk): DeviceKey {
  try {
    return { jwk, key: createPublicKey({ key: { ...jwk }, format: 'jwk' }) };
  } catch {
    throw DeviceErrors.keyRefused('The point of the key is not on the curve');
  }
}
