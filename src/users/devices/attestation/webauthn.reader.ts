import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server';
import { decodeAttestationObject } from '@simplewebauthn/server/helpers';
import type { JsonObject, JsonValue } from '../../../shared/kernel/index.js';
import { type AttestedKey, boundChallenge, bytesIn, type Findings, refusedAttestation } from './device-attestation.js';

/**
 * Reads a WebAuthn attestation. The device's authenticator creates a passkey, and its attestation (packed, TPM, Apple,
 * Android key) covers the device's key through the challenge. `credential` is the browser's response.
 */
export async function webauthn(
  { credential }: JsonObject,
  key: AttestedKey,
  origins: readonly string[],
): Promise<Findings> {
  const response = credential as unknown as RegistrationResponseJSON;
  const bytes = bytesIn(objectIn(objectIn(credential)['response'])['attestationObject']);
  const isRight = await verifyRegistrationResponse({
    response,
    expectedChallenge: boundChallenge(key).toString('base64url'),
    expectedOrigin: [...origins],
    expectedRPID: origins.map((origin) => new URL(origin).hostname),
    requireUserVerification: false,
  }).then(
    ({ verified }) => verified,
    () => false,
  );
  if (!isRight) throw refusedAttestation('It does not verify, or is about another key, nonce or origin');
  const decoded = decodeAttestationObject(new Uint8Array(bytes));
  const chain = decoded.get('attStmt').get('x5c') ?? [];
  const format = decoded.get('fmt');
  if (format === 'none') throw refusedAttestation('It says nothing of the authenticator');
  return { chain, protection: format };
}

const objectIn = (value: JsonValue | undefined): JsonObject => Object(value) as JsonObject;
