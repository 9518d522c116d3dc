import { concat, wordAt } from '../encoding/bytes.js';
import { Malformed } from '../encoding/malformed.js';

/** A command to a chip (ISO 7816-4). */
export interface Command {
  readonly cla: number;
  readonly ins: number;
  readonly p1: number;
  readonly p2: number;
  readonly data: Uint8Array;
  /** The expected number of bytes in the answer. */
  readonly le: number | undefined;
}

export const INS = {
  manage: 0x22,
  externalAuthenticate: 0x82,
  challenge: 0x84,
  generalAuthenticate: 0x86,
  internalAuthenticate: 0x88,
  select: 0xa4,
  read: 0xb0,
  readFar: 0xb1,
} as const;

export const OK = 0x9000;
const SHORT = { data: 255, le: 256 } as const;
const LONGEST_ANSWER = 65_536;

export const command = (
  ins: number,
  p1: number,
  p2: number,
  data: Uint8Array = new Uint8Array(),
  le?: number,
  cla = 0,
): Command => ({
  ...{ cla, ins, p1, p2, data, le },
});

export function encoded({ cla, ins, p1, p2, data, le }: Command): Uint8Array {
  const head = [cla, ins, p1, p2];
  const { length } = data;
  if (length <= SHORT.data && (le ?? 0) <= SHORT.le)
    return concat(head, length > 0 ? [length] : [], data, le === undefined ? [] : [le & 255]);
  const end = le === undefined ? [] : [(le >> 8) & 255, le & 255];
  return length > 0 ? concat(head, [0, length >> 8, length & 255], data, end) : concat(head, [0], end);
}

/** Decodes a command, as a chip does. */
export function decoded(apdu: Uint8Array): Command {
  const [cla = 0, ins = 0, p1 = 0, p2 = 0] = apdu;
  const rest = apdu.subarray(4);
  const [first] = rest;
  const of = (data?: Uint8Array, le?: number): Command => command(ins, p1, p2, data, le, cla);
  if (first === undefined) return of();
  if (rest.length === 1) return of(undefined, first || SHORT.le);
  if (rest.length === 3 && first === 0) return of(undefined, wordAt(rest, 1) || LONGEST_ANSWER);
  const [start, length] = first === 0 ? [3, wordAt(rest, 1)] : [1, first];
  const data = rest.subarray(start, start + length);
  const end = rest.subarray(start + length);
  if (data.length !== length || ![0, first === 0 ? 2 : 1].includes(end.length)) throw new Malformed('command');
  if (end.length === 0) return of(data);
  return of(data, end.length === 2 ? wordAt(end, 0) || LONGEST_ANSWER : end[0] || SHORT.le);
}

export interface Answer {
  readonly data: Uint8Array;
  readonly status: number;
}

export function answerOf(raw: Uint8Array): Answer {
  if (raw.length < 2) throw new Malformed('answer');
  return { data: raw.subarray(0, -2), status: wordAt(raw, raw.length - 2) };
}
