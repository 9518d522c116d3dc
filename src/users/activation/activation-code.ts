import { randomInt } from 'node:crypto';

/** Crockford's Base32 alphabet, which omits letters that look like digits. Ten characters carry 50 random bits. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 10;

export const CODE_DAYS = 7;
export const WRONG_TRIES = 5;

export const newActivationCode = (): string =>
  Array.from({ length: LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join('');

/** Derives a code from random bytes, one character from each byte. */
export const codeOf = (bytes: Buffer): string =>
  Array.from(bytes.subarray(0, LENGTH), (byte) => ALPHABET[byte % ALPHABET.length]).join('');

/** Corrects common typing errors: lower case, O for 0, I or L for 1, and spaces or dashes between groups. */
export const asTyped = (code: string): string =>
  code.replace(/[\s-]/g, '').toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');

/** Formats a code as two groups, which are easier to read and type. */
export const grouped = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;
