import type { Crypto } from '@countersign/client';
import { sha256 } from '@sbaiahmed1/react-native-biometrics';
import { base64, bytesOf } from './base64.js';

const SHA256_LENGTH = 32;

/**
 * The part of WebCrypto that the library needs and React Native lacks: native SHA-256, and the random numbers of
 * `react-native-get-random-values`.
 */
export const phoneCrypto = (): Crypto => ({
  getRandomValues: (array) => {
    const { crypto } = globalThis as { readonly crypto?: Pick<Crypto, 'getRandomValues'> };
    if (!crypto) throw new TypeError('Import react-native-get-random-values in the first line of index.js');
    return crypto.getRandomValues(array);
  },
  subtle: {
    digest: async (_algorithm, data) => {
      const hash = Uint8Array.from(bytesOf((await sha256(base64(data), 'base64')).hash));
      if (hash.length !== SHA256_LENGTH) throw new Error('The phone has made no SHA-256');
      return hash.buffer;
    },
  },
});
