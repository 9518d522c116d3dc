import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import type { KeyStore } from '../../clients/typescript/src/index.js';

/** Stands for the hardware of a phone that makes keys and signs with them. */
export function keysInMemory(): KeyStore {
  const keys = new Map<string, KeyObject>();
  return {
    create: () => {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
      const ref = `key ${keys.size}`;
      keys.set(ref, privateKey);
      const { kty = '', crv = '', x = '', y = '' } = publicKey.export({ format: 'jwk' });
      return Promise.resolve({ publicJwk: { kty, crv, x, y }, ref });
    },
    sign: (ref, bytes) =>
      Promise.resolve(new Uint8Array(sign('sha256', bytes, { key: keys.get(ref)!, dsaEncoding: 'ieee-p1363' }))),
    delete: (ref) => Promise.resolve(void keys.delete(ref)),
  };
}
