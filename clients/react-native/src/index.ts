import type { Crypto, KeyStore, Storage } from '@countersign/client';
import { phoneCrypto } from './crypto.js';
import { hardwareKeys, type Prompt } from './hardware-keys.js';
import { secureStorage } from './secure-storage.js';
import { systemBrowser } from './system-browser.js';

export { phoneCrypto } from './crypto.js';
export { hardwareKeys, type Prompt } from './hardware-keys.js';
export { secureStorage } from './secure-storage.js';
export { systemBrowser } from './system-browser.js';

/**
 * The storage, keys, cryptography and browser of the phone, for `createClient`, or for `configure` if the app was
 * written for `RdnaClient` and uses the interface that is compatible with it.
 */
export interface Phone {
  readonly storage: Storage;
  readonly keys: KeyStore;
  readonly crypto: Crypto;
  readonly browse: (url: string, redirectUri: string) => Promise<string>;
}

export interface PhoneOptions {
  /** The texts of the system dialog that asks the user before the key is used. */
  readonly prompt?: Prompt;
}

export const phone = ({ prompt }: PhoneOptions = {}): Phone => ({
  storage: secureStorage(),
  keys: hardwareKeys(prompt),
  crypto: phoneCrypto(),
  browse: systemBrowser,
});
