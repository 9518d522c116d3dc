import { createHash } from 'node:crypto';
import type { JsonObject, JsonValue } from '../../../shared/kernel/index.js';
import { DeviceErrors } from '../../contract/users.errors.js';
import type { DeviceJwk } from '../device-key.js';

export const attestationFormats = ['android-key', 'apple-appattest', 'webauthn'] as const;
export type AttestationFormat = (typeof attestationFormats)[number];

/** The reasons why a valid attestation does not meet the requirements of this deployment. */
export const unverifiedReasons = [
  'no_roots',
  'unknown_root',
  'other_app',
  'not_in_hardware',
  'imported_key',
  'boot_not_verified',
] as const;
export type UnverifiedReason = (typeof unverifiedReasons)[number];

/** An attestation of a device's key by the device's maker: the statement as sent, and the verdict at registration. */
export interface DeviceAttestation {
  readonly format: AttestationFormat;
  readonly verdict: 'verified' | 'unverified';
  readonly because?: UnverifiedReason;
  /**
   * The protection of the key: where it is stored (`software`, `tee`, `strongbox`, `secure_enclave`,
   * `secure_enclave_development`), or the attestation format of WebAuthn.
   */
  readonly protection: string;
  /** The app that created the key. */
  readonly app?: string;
  /** The time of the check in ISO 8601, UTC. */
  readonly checked_at: string;
  readonly statement: JsonObject;
}

/** The key that an attestation must cover, and the nonce that it must contain. */
export interface AttestedKey {
  readonly nonce: string;
  readonly jwk: DeviceJwk;
  /** The JWK thumbprint of the key (RFC 7638, SHA-256). */
  readonly thumbprint: string;
  readonly now: Date;
}

/** The content of an attestation, before it is compared with the trusted roots and apps. */
export interface Findings {
  /** The certificates in DER; the first is that of the key. */
  readonly chain: readonly Uint8Array[];
  readonly protection: string;
  readonly app?: string | undefined;
  /** The SHA-256 hashes, in hex, of the certificates that signed the app. Only Android provides them. */
  readonly signers?: readonly string[];
  readonly because?: UnverifiedReason | undefined;
}

export const refusedAttestation = (why: string): Error => DeviceErrors.attestationRefused(why);

const BASE64URL = /^[\w-]+$/;

export function bytesIn(value: JsonValue | undefined): Buffer {
  if (typeof value !== 'string' || !BASE64URL.test(value)) throw refusedAttestation('Its bytes must be in base64url');
  return Buffer.from(value, 'base64url');
}

export const sha256 = (...parts: readonly (string | Uint8Array)[]): Buffer => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * The challenge for formats in which another key attests the device's key. It covers both the nonce and the device's
 * key.
 */
export const boundChallenge = ({ nonce, thumbprint }: AttestedKey): Buffer => sha256(`${nonce}.${thumbprint}`);
