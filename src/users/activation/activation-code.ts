import { randomInt } from 'node:crypto';

/** Crockford's Base32: it has no letter that looks like a digit. Ten characters are 50 random bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

export const CODE_DAYS = 7;
export const WRONG_TRIES = 5;

export const newActivationCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Derives a code from random bytes, one character from each byte. */
export const codeOf = (bytes: Buffer): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Corrects usual typing errors: lower case, O for 0, I or L for 1, spaces and dashes between groups. */
export const asTyped = (code: string): string =>
  code.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');

/** Writes a code in two groups, which are easier to read and type. */
export const grouped = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
