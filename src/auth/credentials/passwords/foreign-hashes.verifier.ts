import { createHash, pbkdf2, scrypt, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';
import { verify as fitsArgon2 } from '@node-rs/argon2';
import { verify as fitsBcrypt } from '@node-rs/bcrypt';
import { normalised } from './password-strength.service.js';

const deriveByPbkdf2 = promisify(pbkdf2);
const deriveByScrypt = promisify<string, Buffer, number, object, Buffer>(scrypt);

/** Memory limit for scrypt: more than the most expensive accepted hash needs. */
const MOST_MEMORY = 192 * 1024 * 1024;

/**
 * Whether a hash needs another system's algorithm, which is the case unless it is argon2id. Argon2id hashes from other
 * systems are verified like our own.
 */
export const isForeignHash = (kept: string): boolean => !kept.startsWith('$argon2id$');

/** Verifies the password as typed, because other systems hash it in that form, and then in its normalised form. */
export async function fitsForeignHash(kept: string, password: string): Promise<boolean> {
  for (const text of new Set([password, normalised(password)])) if (await fits(kept, text)) return true;
  return false;
}

const SALTED = /^\{SSHA(\d*)\}(.+)$/;

/** LDAP's SSHA format: a digest of password and salt, followed by the salt. */
function fitsSalted(size: string, kept: Buffer, password: string): boolean {
  const digestOf = (salt: Buffer) =>
    createHash(`sha${size || 1}`)
      .update(password)
      .update(salt)
      .digest();
  const length = size ? Number(size) / 8 : 20;
  return timingSafeEqual(digestOf(kept.subarray(length)), kept.subarray(0, length));
}

async function fits(kept: string, password: string): Promise<boolean> {
  const salted = SALTED.exec(kept);
  if (salted) return fitsSalted(salted[1] ?? '', Buffer.from(salted[2] ?? '', 'base64'), password);
  const [, form = ''] = kept.split('$');
  if (form === '2b') return fitsBcrypt(password, kept).catch(() => false);
  if (form === 'argon2i') return fitsArgon2(kept, password).catch(() => false);
  const parts = kept.split('$').slice(2);
  const [salt, expected] = parts.slice(-2).map((base64) => Buffer.from(base64, 'base64'));
  if (!salt || !expected) return false;
  const derived = await derive({ form, costs: parts[0] ?? '', salt, length: expected.length }, password);
  return derived.length === expected.length && timingSafeEqual(derived, expected);
}

interface Derivation {
  readonly form: string;
  readonly costs: string;
  readonly salt: Buffer;
  readonly length: number;
}

async function derive({ form, costs, salt, length }: Derivation, password: string): Promise<Buffer> {
  const [name = '', digest = ''] = form.split('-');
  if (name === 'pbkdf2') return deriveByPbkdf2(password, salt, costOf(costs, 'i'), length, digest);
  const [N, r, p] = [2 ** costOf(costs, 'ln'), costOf(costs, 'r'), costOf(costs, 'p')];
  return deriveByScrypt(password, salt, length, { N, r, p, maxmem: MOST_MEMORY });
}

/** Reads a number from a list of cost parameters: 1000 for `i` in `i=1000,l=32`. */
const costOf = (costs: string, name: string): number =>
  Number(
    costs
      .split(',')
      .find((cost) => cost.startsWith(`${name}=`))
      ?.slice(name.length + 1),
  );
