import { createSecretKey, type KeyObject } from 'node:crypto';
import { BadValue } from './settings.js';

/** The secret is a KeyObject and not bytes, so that logging, inspecting or serialising it reveals nothing. */
export interface RingKey {
  readonly id: string;
  readonly secret: KeyObject;
}

/** Parses `k2:<base64 of 32 bytes>,k1:<base64 of 32 bytes>`. Error messages contain no part of a key. */
export function parseEncryptionKeys(setting: string): [RingKey, ...RingKey[]] {
  const [active, ...older] = setting.split(',').map((entry, index) => parseEntry(entry.trim(), index + 1));
  if (!active) throw new BadValue('must name at least one key');
  const keys: [RingKey, ...RingKey[]] = [active, ...older];
  keys.forEach((key, index) => refuseRepeated(key, keys.slice(0, index), index + 1));
  return keys;
}

/**
 * The format of a key id. A text longer than 16 characters is refused and not shown in the error message, because it
 * may be a key that was entered in place of its id.
 */
const KEY_ID = /^[A-Za-z0-9_-]{1,16}$/;
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}$/;

function parseEntry(entry: string, position: number): RingKey {
  const colon = entry.indexOf(':');
  const id = entry.slice(0, Math.max(colon, 0));
  const complain = (problem: string) => new BadValue(`has in entry ${position} ${problem}`);
  if (colon < 0) throw complain('no key id; an entry is `id:base64 of 32 bytes`');
  if (!KEY_ID.test(id)) throw complain('a key id that is not 1 to 16 of A-Z a-z 0-9 _ -');
  return { id, secret: parseSecret(entry.slice(colon + 1), (problem) => complain(`(${id}) ${problem}`)) };
}

function parseSecret(text: string, complain: (problem: string) => BadValue): KeyObject {
  if (!BASE64.test(text)) throw complain('a key that is not base64');
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length !== 32) throw complain(`a key of ${bytes.length} bytes where 32 are needed`);
  // A key with fewer than 16 different bytes must be a placeholder: only one random key in 10^16 has so few.
  if (new Set(bytes).size < 16) throw complain('a key that is not random; `openssl rand -base64 32` makes one');
  return createSecretKey(bytes);
}

function refuseRepeated(key: RingKey, before: readonly RingKey[], position: number): void {
  if (before.some(({ id }) => id === key.id)) throw new BadValue(`has in entry ${position} the key id ${key.id} again`);
  const twin = before.find(({ secret }) => secret.equals(key.secret));
  if (twin) throw new BadValue(`has in entry ${position} (${key.id}) the same key as ${twin.id}`);
}
