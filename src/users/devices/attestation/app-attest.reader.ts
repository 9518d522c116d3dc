import { createPublicKey, type X509Certificate } from 'node:crypto';
import { decodeAttestationObject, parseAuthenticatorData } from '@simplewebauthn/server/helpers';
import type { JsonObject } from '../../../shared/kernel/index.js';
import { certificateIn, extensionOf, within } from './certificate-chain.js';
import {
  type AttestedKey,
  boundChallenge,
  bytesIn,
  type Findings,
  refusedAttestation,
  sha256,
} from './device-attestation.js';

/** The OID of the extension that contains the nonce in an App Attest certificate. */
const NONCE = '1.2.840.113635.100.8.2';
const PRODUCTION = Buffer.concat([Buffer.from('appattest'), Buffer.alloc(7)]);
const DEVELOPMENT = Buffer.from('appattestdevelop');

/**
 * Reads an App Attest attestation: a key of a genuine app in the Secure Enclave attests the device's key. `attestation`
 * is Apple's object, created with the SHA-256 of `<nonce>.<thumbprint>` as `clientDataHash`; `app` is the app id,
 * `TEAM.bundle`.
 */
export function appAttest({ attestation, app }: JsonObject, key: AttestedKey): Findings {
  if (typeof app !== 'string' || app.length > 255) throw refusedAttestation('app must be the team and the bundle');
  return judged(bytesIn(attestation), app, boundChallenge(key));
}

/**
 * Performs the eight steps that Apple prescribes for servers, except the check of the certificate chain, which follows
 * later.
 */
export function judged(object: Buffer, app: string, clientDataHash: Uint8Array): Findings {
  const { format, x5c, authData } = read(object);
  const [leaf] = x5c;
  if (format !== 'apple-appattest' || !leaf) throw refusedAttestation('It is no object of App Attest');
  const [wrapped] = within(extensionOf(leaf, NONCE));
  const [nonce] = within(wrapped);
  if (!nonce || !sha256(authData, clientDataHash).equals(nonce.value))
    throw refusedAttestation('It is about another key or nonce');
  const { rpIdHash, counter, credentialID, aaguid } = parseAuthenticatorData(new Uint8Array(authData));
  if (!sha256(app).equals(rpIdHash)) throw refusedAttestation('It is of another app');
  const keyId = sha256(pointOf(certificateIn(leaf)));
  if (!credentialID || !keyId.equals(credentialID)) throw refusedAttestation('It names another key of App Attest');
  if (counter !== 0) throw refusedAttestation('Its key was used before');
  if (aaguid && PRODUCTION.equals(aaguid)) return { chain: x5c, app, protection: 'secure_enclave' };
  if (aaguid && DEVELOPMENT.equals(aaguid))
    return { chain: x5c, app, protection: 'secure_enclave_development', because: 'other_app' };
  throw refusedAttestation('It is of another service than App Attest');
}

function read(object: Buffer) {
  try {
    const decoded = decodeAttestationObject(new Uint8Array(object));
    const x5c = decoded.get('attStmt').get('x5c') ?? [];
    return { format: decoded.get('fmt') as string, x5c, authData: Buffer.from(decoded.get('authData')) };
  } catch {
    throw refusedAttestation('It is no attestation object');
  }
}

/** Returns a certificate's public key as an uncompressed point. */
function pointOf({ publicKey }: X509Certificate): Buffer {
  const { x = '', y = '' } = createPublicKey(publicKey.export({ type: 'spki', format: 'pem' })).export({
    format: 'jwk',
  });
  return Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
}
