import { createPrivateKey, createPublicKey, generateKeyPair, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { calculateJwkThumbprint, exportJWK, type JWK } from 'jose';
import type { SigningAlgorithm } from './signing-key-state.js';

const generate = promisify(generateKeyPair);

export interface KeyPair {
  readonly kid: string;
  readonly publicJwk: JWK;
  readonly privateJwk: JWK;
}

/** Generates a key pair asynchronously, because an RSA key takes a few hundred milliseconds. */
export async function newKeyPair(algorithm: SigningAlgorithm): Promise<KeyPair> {
  const { privateKey } =
    algorithm === 'ES256'
      ? await generate('ec', { namedCurve: 'P-256' })
      : await generate('rsa', { modulusLength: 2048 });
  const privateJwk = await exportJWK(privateKey);
  const kid = await calculateJwkThumbprint(privateJwk);
  const labels = { kid, alg: algorithm, use: 'sig' };
  return {
    kid,
    publicJwk: { ...(await exportJWK(createPublicKey(privateKey))), ...labels },
    privateJwk: { ...privateJwk, ...labels },
  };
}

export const privateKeyOf = (jwk: JWK): KeyObject => createPrivateKey({ key: { ...jwk }, format: 'jwk' });
export const publicKeyOf = (jwk: JWK): KeyObject => createPublicKey({ key: { ...jwk }, format: 'jwk' });
