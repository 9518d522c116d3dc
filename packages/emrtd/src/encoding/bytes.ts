/** Helpers for bytes. They must run on phones too, so nothing here uses Node. */
export type Part = Uint8Array | readonly number[];

export function concat(...parts: readonly Part[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

export const hexOf = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

export function fromHex(text: string): Uint8Array {
  const digits = text.replace(/\s+/g, '');
  return Uint8Array.from({ length: digits.length / 2 }, (_, at) => parseInt(digits.slice(2 * at, 2 * at + 2), 16));
}

export const ascii = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
export const textOf = (bytes: Uint8Array): string => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');

export const xor = (some: Uint8Array, others: Uint8Array): Uint8Array =>
  some.map((byte, at) => byte ^ (others[at] ?? 0));

/** Compares in constant time, so that the duration does not reveal where two values differ. */
export function isSame(some: Uint8Array, others: Uint8Array): boolean {
  if (some.length !== others.length) return false;
  return some.reduce((difference, byte, at) => difference | (byte ^ (others[at] ?? 0)), 0) === 0;
}

export const numberOf = (bytes: Part): number => Array.from(bytes).reduce((sum, byte) => sum * 256 + byte, 0);

export function bytesOf(value: number, length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => Math.floor(value / 256 ** (length - 1 - at)) & 255);
}

/** Reads two bytes as a big-endian number. */
export const wordAt = (bytes: Uint8Array, at: number): number => ((bytes[at] ?? 0) << 8) | (bytes[at + 1] ?? 0);

export const startsWith = (bytes: Uint8Array, prefix: readonly number[]): boolean =>
  prefix.every((byte, at) => bytes[at] === byte);
