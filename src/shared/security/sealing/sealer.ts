import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import { type JsonValue } from '../../kernel/json.js';
import { Keyring } from './keyring.js';
import { IV_BYTES, readSealed, SALT_BYTES, TAG_BYTES, writeHeader } from './sealed-form.js';
import { SealBroken, UnknownSealingKey } from './sealing.errors.js';

const CIPHER = 'aes-256-gcm';

/**
 * Seals data at rest with AES-256-GCM. The `context` says where the value stands (`users/push-token:<device id>`) and is
 * authenticated with it: moved to another row or column, it does not open.
 */
export class Sealer {
  constructor(private readonly ring: Keyring) {}

  /** The id of the key that seals. */
  get activeKey(): string {
    return this.ring.active.id;
  }

  knows(keyId: string): boolean {
    return this.ring.get(keyId) !== undefined;
  }

  seal(plain: Uint8Array | string, context: string): Buffer {
    const { id, secret } = this.ring.active;
    const salt = randomBytes(SALT_BYTES);
    const iv = randomBytes(IV_BYTES);
    const header = writeHeader(id, salt, iv);
    const cipher = createCipheriv(CIPHER, messageKey(secret, salt), iv, { authTagLength: TAG_BYTES });
    cipher.setAAD(authenticated(header, context));
    const body = typeof plain === 'string' ? cipher.update(plain, 'utf8') : cipher.update(plain);
    return Buffer.concat([header, body, cipher.final(), cipher.getAuthTag()]);
  }

  open(sealed: Uint8Array, context: string): Buffer {
    const { keyId, header, salt, iv, ciphertext, tag } = readSealed(sealed);
    const key = this.ring.get(keyId);
    if (!key) throw new UnknownSealingKey(keyId);
    const decipher = createDecipheriv(CIPHER, messageKey(key.secret, salt), iv, { authTagLength: TAG_BYTES });
    decipher.setAAD(authenticated(header, context)).setAuthTag(tag);
    const plain = decipher.update(ciphertext);
    try {
      return Buffer.concat([plain, decipher.final()]);
    } catch {
      throw new SealBroken(context);
    }
  }

  openText(sealed: Uint8Array, context: string): string {
    return this.open(sealed, context).toString('utf8');
  }

  sealJson(value: JsonValue, context: string): Buffer {
    return this.seal(JSON.stringify(value), context);
  }

  openJson(sealed: Uint8Array, context: string): JsonValue {
    return JSON.parse(this.openText(sealed, context)) as JsonValue;
  }

  /** Sealed with a key that is no longer the active one: due to be sealed again. */
  isStale(sealed: Uint8Array): boolean {
    return readSealed(sealed).keyId !== this.ring.active.id;
  }

  /** The same content under the active key. Moves wrapped data keys too, and with them all that they seal. */
  reseal(sealed: Uint8Array, context: string): Buffer {
    return this.seal(this.open(sealed, context), context);
  }

  /** A key for one thing, such as a session's images. Destroying every copy of `wrapped` erases what it sealed. */
  newDataKey(context: string): { wrapped: Buffer; sealer: Sealer } {
    const wrapped = this.seal(randomBytes(32), context);
    return { wrapped, sealer: this.withDataKey(wrapped, context) };
  }

  withDataKey(wrapped: Uint8Array, context: string): Sealer {
    return new Sealer(this.unwrap(wrapped, context));
  }

  unwrap(wrapped: Uint8Array, context: string): Keyring {
    const bytes = this.open(wrapped, context);
    if (bytes.length !== 32) throw new SealBroken(context);
    const secret = createSecretKey(bytes);
    bytes.fill(0);
    return Keyring.of({ id: 'data', secret });
  }
}

/**
 * Every message has a key of its own. Under one key, random 96-bit IVs are safe for 2^32 messages only (NIST SP 800-38D,
 * 8.3), and a bank's ring key sees more. With 128 bits of salt besides the IV, two messages share both key and IV with a
 * chance of 2^-64 after 2^80 of them.
 */
const messageKey = (secret: KeyObject, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'countersign/sealing/v1', 32));

function authenticated(header: Buffer, context: string): Buffer {
  if (context === '') throw new TypeError('A sealed value needs a context, or it could be moved');
  return Buffer.concat([header, Buffer.from(context, 'utf8')]);
}
