import { concat } from './bytes.js';
import { Malformed } from './malformed.js';

/** A parsed element of BER-TLV (ISO 8825-1). */
export interface Element {
  readonly tag: number;
  readonly isConstructed: boolean;
  /** The encoded element, with its tag and length. */
  readonly raw: Uint8Array;
  readonly value: Uint8Array;
  /** The offset of the first byte behind the element. */
  readonly end: number;
}

const MOST_CHILDREN = 2_000;
/**
 * How deep elements of indefinite length may be nested. The signed objects of one state nest them three levels deep.
 */
const DEEPEST_OPEN_LENGTH = 8;
const OPEN_LENGTH = 0x80;
const MOST_TAG = 0xffff;

/** Reads bytes one by one. Throws if none is left. */
class Cursor {
  constructor(
    readonly bytes: Uint8Array,
    public at: number,
  ) {}

  next(): number {
    const byte = this.bytes[this.at];
    if (byte === undefined) throw new Malformed('cut short');
    this.at += 1;
    return byte;
  }
}

/**
 * Reads one element. Its content is parsed only on demand, so deep nesting costs nothing. An indefinite length is the
 * exception: its end must be searched for, so its nesting is limited.
 */
export function elementAt(bytes: Uint8Array, start = 0, depth = 0): Element {
  const cursor = new Cursor(bytes, start);
  const first = cursor.next();
  const isConstructed = (first & 0x20) !== 0;
  const tag = (first & 0x1f) === 0x1f ? longTag(first, cursor) : first;
  const short = cursor.next();
  if (short === OPEN_LENGTH) {
    if (!isConstructed || depth === DEEPEST_OPEN_LENGTH) throw new Malformed('open length');
    const stop = endOfContents(cursor, depth);
    const value = bytes.subarray(cursor.at, stop);
    return { tag, isConstructed, raw: bytes.subarray(start, stop + 2), value, end: stop + 2 };
  }
  const length = short > OPEN_LENGTH ? longLength(short & 0x7f, cursor) : short;
  if (length > bytes.length - cursor.at) throw new Malformed('longer than what it is in');
  const stop = cursor.at + length;
  return { tag, isConstructed, raw: bytes.subarray(start, stop), value: bytes.subarray(cursor.at, stop), end: stop };
}

function longTag(first: number, cursor: Cursor): number {
  let tag = first;
  for (let more = true; more;) {
    const part = cursor.next();
    if (tag > MOST_TAG) throw new Malformed('tag too long');
    tag = tag * 256 + part;
    more = (part & 0x80) !== 0;
  }
  return tag;
}

function longLength(count: number, cursor: Cursor): number {
  if (count > 4) throw new Malformed('length too long');
  let length = 0;
  for (let read = 0; read < count; read += 1) length = length * 256 + cursor.next();
  return length;
}

function endOfContents({ bytes, at }: Cursor, depth: number): number {
  let place = at;
  for (let count = 0; count < MOST_CHILDREN; count += 1) {
    if (bytes[place] === 0 && bytes[place + 1] === 0) return place;
    place = elementAt(bytes, place, depth + 1).end;
  }
  throw new Malformed('too many elements');
}

/** The only element in these bytes. Throws if bytes follow it. */
export function whole(bytes: Uint8Array, tag?: number): Element {
  const found = elementAt(bytes);
  if (found.end !== bytes.length) throw new Malformed('bytes after the end');
  return tag === undefined ? found : tagged(found, tag);
}

export function tagged(found: Element | undefined, tag: number): Element {
  if (found?.tag === tag) return found;
  throw new Malformed(`not ${tag.toString(16)} but ${found?.tag.toString(16) ?? 'nothing'}`);
}

/** The elements inside a constructed element. */
export function childrenOf(parent: { readonly value: Uint8Array } | undefined, most = MOST_CHILDREN): Element[] {
  if (!parent) throw new Malformed('nothing there');
  const found: Element[] = [];
  for (let at = 0; at < parent.value.length; at = found.at(-1)?.end ?? at) {
    if (found.length === most) throw new Malformed('too many elements');
    found.push(elementAt(parent.value, at));
  }
  return found;
}

export const inside = (found: Element | undefined, tag: number, most?: number): Element[] =>
  childrenOf(tagged(found, tag), most);

/** The value of an octet string, which may be split into parts. */
export const octetsOf = (found: Element | undefined): Uint8Array =>
  found?.tag === tags.octetsInParts
    ? concat(...childrenOf(found, 200).map((part) => tagged(part, tags.octets).value))
    : tagged(found, tags.octets).value;

export const tags = {
  boolean: 0x01,
  integer: 0x02,
  bits: 0x03,
  octets: 0x04,
  octetsInParts: 0x24,
  oid: 0x06,
  utcTime: 0x17,
  time: 0x18,
  wideText: 0x1e,
  sequence: 0x30,
  set: 0x31,
  context: 0xa0,
} as const;

const MOST_OID = { bytes: 40, part: 2 ** 40 } as const;

export function oidOf(found: Element | undefined): string {
  const value = found?.tag === tags.oid ? found.value : undefined;
  if (!value || value.length === 0 || value.length > MOST_OID.bytes) throw new Malformed('not an object identifier');
  if ((value.at(-1) ?? 0) & 0x80) throw new Malformed('object identifier cut short');
  const parts: number[] = [];
  let part = 0;
  for (const byte of value) {
    if (part > MOST_OID.part) throw new Malformed('object identifier too long');
    part = part * 128 + (byte & 0x7f);
    if (byte & 0x80) continue;
    const first = Math.min(Math.floor(part / 40), 2);
    parts.push(...(parts.length === 0 ? [first, part - 40 * first] : [part]));
    part = 0;
  }
  return parts.join('.');
}

export function integerOf(found: Element | undefined, most = Number.MAX_SAFE_INTEGER): number {
  const { value } = tagged(found, tags.integer);
  const [first = 0x80] = value;
  if (value.length > 6 || first & 0x80) throw new Malformed('number out of range');
  const result = value.reduce((sum, byte) => sum * 256 + byte, 0);
  if (result > most) throw new Malformed('number out of range');
  return result;
}

/** Removes leading zero bytes. */
export function unsigned(bytes: Uint8Array): Uint8Array {
  const first = bytes.findIndex((byte) => byte !== 0);
  return first < 0 ? bytes.subarray(-1) : bytes.subarray(first);
}

const TIMES: Readonly<Record<number, RegExp>> = {
  [tags.utcTime]: /^(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?Z$/,
  [tags.time]: /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)?(?:\.\d+)?Z$/,
};

/** Milliseconds since 1970, from a UTCTime or GeneralizedTime. */
export function timeOf(found: Element | undefined): number {
  const digits = String.fromCharCode(...(found?.value.subarray(0, 20) ?? []));
  const match = TIMES[found?.tag ?? 0]?.exec(digits);
  if (!match) throw new Malformed('not a time');
  const [year = 0, month = 0, ...rest] = match.slice(1).map((part: string | undefined) => Number(part ?? 0));
  const [day = 0, hour = 0, minute = 0, second = 0] = rest;
  const century = found?.tag === tags.time ? 0 : year < 50 ? 2000 : 1900;
  return Date.UTC(century + year, month - 1, day, hour, minute, second);
}
