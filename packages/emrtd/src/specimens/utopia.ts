import { createECDH, createHash, createPrivateKey, createPublicKey } from 'node:crypto';
import type { SpecimenKey } from './keys.js';
import { SpecimenState } from './specimen-state.js';

const CURVE = 'prime256v1';

/**
 * The fictitious state Utopia. Its authority's private key is public, so anybody can issue its passports, and only
 * sessions in test mode trust it.
 */
export const utopia = (): SpecimenState =>
  new SpecimenState({ authorityKey: publicSecret(), signerKey: CURVE, authorityHash: 'sha256' });

/** Derives the private key from a text in the source code. */
function publicSecret(): SpecimenKey {
  const pair = createECDH(CURVE);
  pair.setPrivateKey(createHash('sha256').update('The authority of Utopia, trusted in test mode only').digest());
  const point = pair.getPublicKey();
  const part = (bytes: Buffer): string => bytes.toString('base64url');
  const [x, y, d] = [part(point.subarray(1, 33)), part(point.subarray(33)), part(pair.getPrivateKey())];
  const privateKey = createPrivateKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y, d } });
  const spki = Uint8Array.from(createPublicKey(privateKey).export({ type: 'spki', format: 'der' }));
  return { privateKey, spki, isPss: false };
}
