import { sign, type KeyObject, type SignKeyObjectInput } from 'node:crypto';
import { promisify } from 'node:util';
import { ExternalSigningKey } from 'oidc-provider';
import type { LoadedKey } from '../services/signing-keys.service.js';

type SignInput = KeyObject | SignKeyObjectInput;
const signOffTheLoop = promisify<string, Uint8Array, SignInput, Buffer>(sign);

/**
 * A key that the engine may sign with and cannot see. It would sign by Web Crypto, with the key as plain JSON. Another
 * thread does it here, so that the event loop serves others meanwhile; hashing passwords leaves one free.
 */
export class HeldKey extends ExternalSigningKey {
  readonly #key: LoadedKey;
  readonly #input: SignInput;

  constructor(key: LoadedKey, privateKey: KeyObject) {
    super();
    this.#key = key;
    this.#input = key.algorithm === 'RS256' ? privateKey : { key: privateKey, dsaEncoding: 'ieee-p1363' };
    Object.assign(this, { kid: key.kid, alg: key.algorithm });
  }

  override keyObject(): KeyObject {
    return this.#key.publicKey;
  }

  override sign(data: Uint8Array): Promise<Uint8Array> {
    return signOffTheLoop('sha256', data, this.#input);
  }
}
