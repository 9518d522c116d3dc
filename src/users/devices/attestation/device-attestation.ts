import type { JsonObject } from '../../../shared/kernel/index.js';
import { DeviceErrors } from '../../contract/users.errors.js';
import type { DeviceJwk } from '../device-key.js';

export const attestationFormats = ['android-key', 'apple-appattest', 'webauthn'] as const;
export type AttestationFormat = (typeof attestationFormats)[number];

/** Why an attestation of exactly this key proves less than the operator demands. */
export const unverifiedReasons = [
  'no_roots',
  'unknown_root',
  'other_app',
  'not_in_hardware',
  'imported_key',
  'boot_not_verified',
] as const;
export type UnverifiedReason = (typeof unverifiedReasons)[number];

/** An attestation of a key by the maker of a device, as the device brought it and as it was judged at registration. */
export interface DeviceAttestation {
  readonly format: AttestationFormat;
  readonly verdict: 'verified' | 'unverified';
  readonly because?: UnverifiedReason;
  /** The place of the key, or what vouches for it: `tee`, `strongbox`, `secure_enclave`, the format of WebAuthn. */
  readonly protection: string;
  /** The app that asked for the key. */
  readonly app?: string;
  /** ISO 8601, UTC. */
  readonly checked_at: string;
  readonly statement: JsonObject;
}

/** The key that an attestation must be about, and the nonce that it must have. */
export interface AttestedKey {
  readonly nonce: string;
  readonly jwk: DeviceJwk;
  /** RFC 7638, SHA-256. */
  readonly thumbprint: string;
  readonly now: Date;
}

/** The findings of one format, before roots and apps are looked at. */
export interface Findings {
  /** In DER: the certificate of the key first. */
  readonly chain: readonly Uint8Array[];
  readonly protection: string;
  readonly app?: string | undefined;
  readonly because?: UnverifiedReason | undefined;
}

export const refusedAttestation = (why: string): Error => DeviceErrors.attestationRefused(why);
