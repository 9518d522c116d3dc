import { readPasswordHash } from '../../../shared/security/index.js';
import { ATTRIBUTE_NAME, LONGEST_ATTRIBUTE, MOST_ATTRIBUTES } from '../../user/details/user-details.js';
import type { UserLine } from '../user-lines.parser.js';

/** An object exported by another system. The members are unchecked and may have any type. */
export type Exported = Readonly<Record<string, unknown>>;

/** Options for converting users from another system. */
export interface SystemOptions {
  readonly primaryGroup: string;
  /**
   * Whether a user's id in the other system becomes the user id here, so that applications which stored its `sub` still
   * find their users.
   */
  readonly byId: boolean;
}

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value !== '' ? value : undefined;
export const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
export const objectOf = (value: unknown): Exported => Object(value) as Exported;
export const refusedLine = (line: number, pointer: string, detail: string): UserLine => ({
  line,
  errors: [{ pointer, detail }],
});

export const withoutAbsent = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));

/**
 * Converts a password hash. If that is impossible, adds the password to `left`, the list of data that is not imported.
 */
export function hashIn(value: string | undefined, left: Set<string>): string | undefined {
  if (value === undefined) return undefined;
  const read = readPasswordHash(value);
  if ('hash' in read) return read.hash;
  left.add(`password: ${read.fault}`);
  return undefined;
}

/** Returns the secret of a TOTP app with the common parameters. It is imported only for users with a password. */
export function totpSecretIn(value: unknown, hasPassword: boolean, left: Set<string>): string | undefined {
  const secret = textOf(value)?.replace(/[\s=]/g, '').toUpperCase();
  if (secret === undefined) return undefined;
  if (hasPassword && /^[A-Z2-7]{16,104}$/.test(secret)) return secret;
  left.add('otp');
  return undefined;
}

export function phoneIn(value: unknown, left: Set<string>): string | undefined {
  const text = textOf(value);
  const number = text?.replace(/[\s()/.-]/g, '').replace(/^00/, '+');
  if (number === undefined || /^\+[1-9]\d{6,14}$/.test(number)) return number;
  left.add('phone');
  return undefined;
}

/**
 * Copies short strings, numbers and booleans with valid names as attributes, up to the limit. Adds the names of all
 * others to `left`, the list of data that is not imported.
 */
export function attributesIn(from: unknown, name: string, left: Set<string>): Record<string, string> | undefined {
  const found: Record<string, string> = {};
  for (const [key, value] of Object.entries(objectOf(from))) {
    const text = ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
    const fits = text !== '' && text.length <= LONGEST_ATTRIBUTE && ATTRIBUTE_NAME.test(key);
    if (fits && Object.keys(found).length < MOST_ATTRIBUTES) found[key] = text;
    else left.add(`${name}.${key.slice(0, 64)}`);
  }
  return Object.keys(found).length === 0 ? undefined : found;
}
