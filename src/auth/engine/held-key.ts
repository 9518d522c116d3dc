import { sign, type KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import { ExternalSigningKey } from 'oidc-provider';
import type { LoadedKey } from '../services/signing-keys.service.js';

const signOffTheLoop = promisify<string, Uint8Array, KeyObject, Buffer>(sign);

/**
 * A key that the engine may sign with and cannot see. It would sign by Web Crypto, with the key as plain JSON, at twice
 * the cost: a signature on P-256 takes less than handing it to another thread does. One by RSA takes twenty times as long.
 */
export class HeldKey extends ExternalSigningKey {
  readonly #key: LoadedKey;
  readonly #privateKey: KeyObject;

  constructor(key: LoadedKey, privateKey: KeyObject) {
    super();
    this.#key = key;
    this.#privateKey = privateKey;
    Object.assign(this, { kid: key.kid, alg: key.algorithm });
  }

  override keyObject(): KeyObject {
    return this.#key.publicKey;
  }

  override sign(data: Uint8Array): Promise<Uint8Array> | Uint8Array {
    if (this.#key.algorithm === 'RS256') return signOffTheLoop('sha256', data, this.#privateKey);
    return sign('sha256', data, { key: this.#privateKey, dsaEncoding: 'ieee-p1363' });
  }
}
