import { createHash } from 'node:crypto';
import type { JsonValue } from '../../../shared/kernel/index.js';
import { type AttestedKey, refusedAttestation } from './device-attestation.js';

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

/** The challenge in formats where another key attests the device's key. It covers the nonce and the device's key. */
export const boundChallenge = ({ nonce, thumbprint }: AttestedKey): Buffer => sha256(`${nonce}.${thumbprint}`);
