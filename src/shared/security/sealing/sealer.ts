import { createCipheriv, createDecipheriv, createSecretKey, hkdfSync, randomBytes, type KeyObject } from 'node:crypto';
import type { JsonValue } from '../../kernel/index.js';
import { Keyring } from './keyring.js';

/** Thrown if bytes are not a sealed value: they are from the wrong column, truncated, or in a newer format. */
export class NotSealed extends Error {
  constructor(reason: string) {
    super(`This is not a sealed value: ${reason}`);
    this.name = 'NotSealed';
  }
}

/**
 * Thrown if a value was sealed with a key that has been removed from the ring, or that this process does not have yet.
 */
export class UnknownSealingKey extends Error {
  constructor(readonly keyId: string) {
    super(
      `No key ${JSON.stringify(keyId)} in the ring (ENCRYPTION_KEYS): it was removed too early, or not yet given to this process`,
    );
    this.name = 'UnknownSealingKey';
  }
}

/**
 * Thrown if a value was altered after it was sealed, or moved to another row or column. GCM fails in the same way for
 * both. An attacker could forge any marker that distinguishes them, so both raise the same alarm.
 */
export class SealBroken extends Error {
  constructor(readonly context: string) {
    super(`The sealed value at "${context}" was altered, or was sealed for another place`);
    this.name = 'SealBroken';
  }
}

/**
 * The format: version (1 byte) · length of the key id (1) · key id · salt (16) · IV (12) · ciphertext · tag (16)
 *
 * Everything before the ciphertext is the header, which is authenticated together with the context. The header contains
 * its own length, so two different pairs of header and context never give the same authenticated bytes.
 */
export interface SealedForm {
  readonly keyId: string;
  readonly header: Buffer;
  readonly salt: Buffer;
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

const SALT_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;

const VERSION = 1;

function writeHeader(keyId: string, salt: Buffer, iv: Buffer): Buffer {
  return Buffer.concat([prefixOf(keyId), salt, iv]);
}

/** The first bytes of every value that was sealed with this key. */
export const prefixOf = (keyId: string): Buffer =>
  Buffer.concat([Buffer.of(VERSION, Buffer.byteLength(keyId, 'ascii')), Buffer.from(keyId, 'ascii')]);

/**
 * An SQL expression for the id of the key that sealed a value. For bytes that are not a sealed value, it returns text
 * that is not the id of any key.
 */
export const keyIdInSql = (column: string): string =>
  `CASE WHEN length(${column}) > 2 THEN encode(substring(${column} FROM 3 FOR get_byte(${column}, 1)), 'escape')
        ELSE '(none)' END`;

export function readSealed(sealed: Uint8Array): SealedForm {
  const bytes = Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength);
  const [version, idLength = 0] = bytes;
  if (version !== VERSION) throw new NotSealed(`its version is ${version ?? 'missing'}, known is ${VERSION}`);
  const [saltAt, ivAt] = [2 + idLength, 2 + idLength + SALT_BYTES];
  const [bodyAt, tagAt] = [ivAt + IV_BYTES, bytes.length - TAG_BYTES];
  if (idLength === 0 || tagAt < bodyAt) throw new NotSealed('it is too short');
  return {
    keyId: bytes.toString('latin1', 2, saltAt),
    header: bytes.subarray(0, bodyAt),
    salt: bytes.subarray(saltAt, ivAt),
    iv: bytes.subarray(ivAt, bodyAt),
    ciphertext: bytes.subarray(bodyAt, tagAt),
    tag: bytes.subarray(tagAt),
  };
}

const CIPHER = 'aes-256-gcm';

/**
 * Encrypts data at rest with AES-256-GCM. The `context` names the location of the value (`users/push-token:<device
 * id>`) and is authenticated too. So a value that was moved to another row or column cannot be decrypted.
 */
export class Sealer {
  constructor(private readonly ring: Keyring) {}

  /** The id of the key that encrypts new values. */
  get activeKey(): string {
    return this.ring.active.id;
  }

  knows(keyId: string): boolean {
    return this.ring.get(keyId) !== undefined;
  }

  /** The ids of all keys in the ring. */
  get keyIds(): string[] {
    return this.ring.keys.map(({ id }) => id);
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

  /** Whether the value is sealed with an older key, and should be sealed again. */
  isStale(sealed: Uint8Array): boolean {
    return readSealed(sealed).keyId !== this.ring.active.id;
  }

  /**
   * Encrypts the content again with the active key. A data key, too, is encrypted again but not replaced, so the data
   * that it encrypts needs no change.
   */
  reseal(sealed: Uint8Array, context: string): Buffer {
    return this.seal(this.open(sealed, context), context);
  }

  /**
   * Creates a data key for one object, such as the images of a session. Destroying every copy of `wrapped` makes
   * everything that it encrypts unreadable.
   */
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
 * Derives a separate key for each message. With a single key, random 96-bit IVs are safe for only 2^32 messages (NIST
 * SP 800-38D, 8.3), and a bank may exceed that. With 128 bits of salt in addition to the IV, the chance that two of
 * 2^80 messages share both key and IV is 2^-64.
 */
const messageKey = (secret: KeyObject, salt: Buffer): Buffer =>
  Buffer.from(hkdfSync('sha256', secret, salt, 'countersign/sealing/v1', 32));

function authenticated(header: Buffer, context: string): Buffer {
  if (context === '') throw new TypeError('A sealed value needs a context, or it could be moved');
  return Buffer.concat([header, Buffer.from(context, 'utf8')]);
}
