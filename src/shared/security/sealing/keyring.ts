import { randomBytes } from 'node:crypto';
import { parseEncryptionKeys, type RingKey } from '../../../config/encryption-keys.js';

export type { RingKey } from '../../../config/encryption-keys.js';

/**
 * Encryption keys. The first one encrypts, and all of them decrypt. A new key is first added at the end, so that every
 * process can decrypt with it, and later moved to the front. After all values have been encrypted with it, the old key
 * is removed.
 */
export class Keyring {
  private constructor(
    readonly active: RingKey,
    private readonly byId: ReadonlyMap<string, RingKey>,
  ) {}

  static of(active: RingKey, ...older: readonly RingKey[]): Keyring {
    return new Keyring(active, new Map([active, ...older].map((key) => [key.id, key])));
  }

  /** Parses `k2:<base64 of 32 bytes>,k1:<base64 of 32 bytes>`. Error messages contain no part of a key. */
  static parse(setting: string): Keyring {
    const [active, ...older] = parseEncryptionKeys(setting);
    return Keyring.of(active, ...older);
  }

  get(id: string): RingKey | undefined {
    return this.byId.get(id);
  }

  get keys(): RingKey[] {
    return [...this.byId.values()];
  }
}

/** Creates a random key and returns it in the format in which the settings contain keys: `id:base64`. */
export const newRingEntry = (id: string): string => `${id}:${randomBytes(32).toString('base64')}`;
