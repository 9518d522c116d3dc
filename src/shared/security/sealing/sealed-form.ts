import { NotSealed } from './sealing.errors.js';

/**
 * version (1 byte) · length of the key id (1) · key id · salt (16) · IV (12) · ciphertext · tag (16)
 *
 * Everything before the ciphertext is the header; it is authenticated with the context. It tells its own length, so no
 * two pairs of header and context give the same authenticated bytes.
 */
export interface SealedForm {
  readonly keyId: string;
  readonly header: Buffer;
  readonly salt: Buffer;
  readonly iv: Buffer;
  readonly ciphertext: Buffer;
  readonly tag: Buffer;
}

export const SALT_BYTES = 16;
export const IV_BYTES = 12;
export const TAG_BYTES = 16;

const VERSION = 1;

export function writeHeader(keyId: string, salt: Buffer, iv: Buffer): Buffer {
  return Buffer.concat([prefixOf(keyId), salt, iv]);
}

/** What every value begins with that a key has sealed. */
export const prefixOf = (keyId: string): Buffer =>
  Buffer.concat([Buffer.of(VERSION, Buffer.byteLength(keyId, 'ascii')), Buffer.from(keyId, 'ascii')]);

/** The id of the key that a value is sealed with, as SQL. Text that no key has as its id: it is not a sealed value. */
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
