import { ascii, bytesOf, concat, hexOf, type Part } from './bytes.js';
import { tags, unsigned } from './der.js';

/** Writes an element, with its length in the shortest form. */
export function tlv(tag: number, ...parts: readonly Part[]): Uint8Array {
  const value = concat(...parts);
  return concat(tag > 0xff ? [tag >> 8, tag & 0xff] : [tag], lengthOf(value.length), value);
}

function lengthOf(length: number): Part {
  if (length < 0x80) return [length];
  const bytes = unsigned(bytesOf(length, 4));
  return concat([0x80 | bytes.length], bytes);
}

export const sequence = (...parts: readonly Part[]): Uint8Array => tlv(tags.sequence, ...parts);

/** Writes a SET OF, whose elements DER sorts by their bytes. */
export const setOf = (...parts: readonly Uint8Array[]): Uint8Array =>
  tlv(tags.set, ...[...parts].sort((some, others) => (hexOf(some) < hexOf(others) ? -1 : 1)));

export function integer(value: number | Uint8Array): Uint8Array {
  const bytes = unsigned(typeof value === 'number' ? bytesOf(value, 6) : value);
  return tlv(tags.integer, (bytes[0] ?? 0) & 0x80 ? [0] : [], bytes);
}

export function oid(dotted: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = dotted.split('.').map(Number);
  return tlv(tags.oid, [first * 40 + second, ...rest].flatMap(septetsOf));
}

function septetsOf(part: number): number[] {
  const septets = [part % 128];
  for (let more = Math.floor(part / 128); more > 0; more = Math.floor(more / 128)) septets.unshift((more % 128) | 0x80);
  return septets;
}

export const octets = (...parts: readonly Part[]): Uint8Array => tlv(tags.octets, ...parts);
export const bits = (bytes: Part, unused = 0): Uint8Array => tlv(tags.bits, [unused], bytes);
export const NULL = Uint8Array.of(0x05, 0);
export const TRUE = Uint8Array.of(tags.boolean, 1, 0xff);

export function time(milliseconds: number): Uint8Array {
  const when = new Date(milliseconds);
  const digits = when.toISOString().replace(/[-:T]|\.\d+/g, '');
  return when.getUTCFullYear() < 2050 ? tlv(tags.utcTime, ascii(digits.slice(2))) : tlv(tags.time, ascii(digits));
}
