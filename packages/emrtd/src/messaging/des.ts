import { concat, xor } from '../encoding/bytes.js';

/**
 * Triple DES (FIPS 46-3) and the MAC of ISO 9797-1 algorithm 3, which older passports use. Implemented here because no
 * maintained library for phones offers it.
 */
// oxfmt-ignore
const INITIAL = [58, 50, 42, 34, 26, 18, 10, 2, 60, 52, 44, 36, 28, 20, 12, 4, 62, 54, 46, 38, 30, 22, 14, 6, 64, 56, 48, 40, 32, 24, 16, 8, 57, 49, 41, 33, 25, 17, 9, 1, 59, 51, 43, 35, 27, 19, 11, 3, 61, 53, 45, 37, 29, 21, 13, 5, 63, 55, 47, 39, 31, 23, 15, 7];
// oxfmt-ignore
const FINAL = [40, 8, 48, 16, 56, 24, 64, 32, 39, 7, 47, 15, 55, 23, 63, 31, 38, 6, 46, 14, 54, 22, 62, 30, 37, 5, 45, 13, 53, 21, 61, 29, 36, 4, 44, 12, 52, 20, 60, 28, 35, 3, 43, 11, 51, 19, 59, 27, 34, 2, 42, 10, 50, 18, 58, 26, 33, 1, 41, 9, 49, 17, 57, 25];
// oxfmt-ignore
const SPREAD = [16, 7, 20, 21, 29, 12, 28, 17, 1, 15, 23, 26, 5, 18, 31, 10, 2, 8, 24, 14, 32, 27, 3, 9, 19, 13, 30, 6, 22, 11, 4, 25];
// oxfmt-ignore
const KEY_CHOICE = [57, 49, 41, 33, 25, 17, 9, 1, 58, 50, 42, 34, 26, 18, 10, 2, 59, 51, 43, 35, 27, 19, 11, 3, 60, 52, 44, 36, 63, 55, 47, 39, 31, 23, 15, 7, 62, 54, 46, 38, 30, 22, 14, 6, 61, 53, 45, 37, 29, 21, 13, 5, 28, 20, 12, 4];
// oxfmt-ignore
const ROUND_CHOICE = [14, 17, 11, 24, 1, 5, 3, 28, 15, 6, 21, 10, 23, 19, 12, 4, 26, 8, 16, 7, 27, 20, 13, 2, 41, 52, 31, 37, 47, 55, 30, 40, 51, 45, 33, 48, 44, 49, 39, 56, 34, 53, 46, 42, 50, 36, 29, 32];
const SHIFTS = [1, 1, 2, 2, 2, 2, 2, 2, 1, 2, 2, 2, 2, 2, 2, 1];
// oxfmt-ignore
const BOXES = [
  [14, 4, 13, 1, 2, 15, 11, 8, 3, 10, 6, 12, 5, 9, 0, 7, 0, 15, 7, 4, 14, 2, 13, 1, 10, 6, 12, 11, 9, 5, 3, 8, 4, 1, 14, 8, 13, 6, 2, 11, 15, 12, 9, 7, 3, 10, 5, 0, 15, 12, 8, 2, 4, 9, 1, 7, 5, 11, 3, 14, 10, 0, 6, 13],
  [15, 1, 8, 14, 6, 11, 3, 4, 9, 7, 2, 13, 12, 0, 5, 10, 3, 13, 4, 7, 15, 2, 8, 14, 12, 0, 1, 10, 6, 9, 11, 5, 0, 14, 7, 11, 10, 4, 13, 1, 5, 8, 12, 6, 9, 3, 2, 15, 13, 8, 10, 1, 3, 15, 4, 2, 11, 6, 7, 12, 0, 5, 14, 9],
  [10, 0, 9, 14, 6, 3, 15, 5, 1, 13, 12, 7, 11, 4, 2, 8, 13, 7, 0, 9, 3, 4, 6, 10, 2, 8, 5, 14, 12, 11, 15, 1, 13, 6, 4, 9, 8, 15, 3, 0, 11, 1, 2, 12, 5, 10, 14, 7, 1, 10, 13, 0, 6, 9, 8, 7, 4, 15, 14, 3, 11, 5, 2, 12],
  [7, 13, 14, 3, 0, 6, 9, 10, 1, 2, 8, 5, 11, 12, 4, 15, 13, 8, 11, 5, 6, 15, 0, 3, 4, 7, 2, 12, 1, 10, 14, 9, 10, 6, 9, 0, 12, 11, 7, 13, 15, 1, 3, 14, 5, 2, 8, 4, 3, 15, 0, 6, 10, 1, 13, 8, 9, 4, 5, 11, 12, 7, 2, 14],
  [2, 12, 4, 1, 7, 10, 11, 6, 8, 5, 3, 15, 13, 0, 14, 9, 14, 11, 2, 12, 4, 7, 13, 1, 5, 0, 15, 10, 3, 9, 8, 6, 4, 2, 1, 11, 10, 13, 7, 8, 15, 9, 12, 5, 6, 3, 0, 14, 11, 8, 12, 7, 1, 14, 2, 13, 6, 15, 0, 9, 10, 4, 5, 3],
  [12, 1, 10, 15, 9, 2, 6, 8, 0, 13, 3, 4, 14, 7, 5, 11, 10, 15, 4, 2, 7, 12, 9, 5, 6, 1, 13, 14, 0, 11, 3, 8, 9, 14, 15, 5, 2, 8, 12, 3, 7, 0, 4, 10, 1, 13, 11, 6, 4, 3, 2, 12, 9, 5, 15, 10, 11, 14, 1, 7, 6, 0, 8, 13],
  [4, 11, 2, 14, 15, 0, 8, 13, 3, 12, 9, 7, 5, 10, 6, 1, 13, 0, 11, 7, 4, 9, 1, 10, 14, 3, 5, 12, 2, 15, 8, 6, 1, 4, 11, 13, 12, 3, 7, 14, 10, 15, 6, 8, 0, 5, 9, 2, 6, 11, 13, 8, 1, 4, 10, 7, 9, 5, 0, 15, 14, 2, 3, 12],
  [13, 2, 8, 4, 6, 15, 11, 1, 10, 9, 3, 14, 5, 0, 12, 7, 1, 15, 13, 8, 10, 3, 7, 4, 12, 5, 6, 11, 0, 14, 9, 2, 7, 11, 4, 1, 9, 12, 14, 2, 0, 6, 10, 13, 15, 3, 5, 8, 2, 1, 14, 7, 4, 10, 8, 13, 15, 12, 9, 0, 3, 5, 6, 11],
];

const BLOCK = 8;
type Block = Uint8Array;
type RoundKey = readonly number[];

/** Each S-box combined with the permutation that follows it: 64 precomputed outputs for a group of six bits. */
const SPREAD_BOXES = BOXES.map((box, group) =>
  Int32Array.from({ length: 64 }, (_, six) => {
    const place = ((six & 0x20) | ((six & 1) << 4)) + ((six >> 1) & 15);
    const out = (box[place] ?? 0) << (28 - 4 * group);
    return SPREAD.reduce((sum, from, to) => sum | (((out >>> (32 - from)) & 1) << (31 - to)), 0);
  }),
);

const turned = (group: number, six: number): number => SPREAD_BOXES[group]?.[six & 63] ?? 0;

function permuted(table: readonly number[], high: number, low: number): [number, number] {
  const bit = (from: number): number => (from <= 32 ? high >>> (32 - from) : low >>> (64 - from)) & 1;
  const half = (start: number): number =>
    table.slice(start, start + 32).reduce((sum, from, to) => sum | (bit(from) << (31 - to)), 0);
  return [half(0), half(32)];
}

function roundKeysOf(key: Uint8Array): RoundKey[] {
  let bits = KEY_CHOICE.map((place) => ((key[(place - 1) >> 3] ?? 0) >> (7 - ((place - 1) & 7))) & 1);
  return SHIFTS.map((by) => {
    const [left, right] = [bits.slice(0, 28), bits.slice(28)];
    bits = [...left.slice(by), ...left.slice(0, by), ...right.slice(by), ...right.slice(0, by)];
    const chosen = ROUND_CHOICE.map((place) => bits[place - 1] ?? 0);
    return Array.from({ length: 8 }, (_, group) =>
      chosen.slice(6 * group, 6 * group + 6).reduce((sum, bit) => sum * 2 + bit, 0),
    );
  });
}

function mixed(half: number, key: RoundKey): number {
  let out = turned(0, (((half & 1) << 5) | (half >>> 27)) ^ (key[0] ?? 0));
  for (let group = 1; group < 7; group += 1) out |= turned(group, (half >>> (27 - 4 * group)) ^ (key[group] ?? 0));
  return out | turned(7, (((half & 31) << 1) | (half >>> 31)) ^ (key[7] ?? 0));
}

interface Des {
  encrypt(block: Block): Block;
  decrypt(block: Block): Block;
}

function desOf(key: Uint8Array): Des {
  const keys = roundKeysOf(key);
  const backwards = [...keys].reverse();
  return { encrypt: (block) => rounds(block, keys), decrypt: (block) => rounds(block, backwards) };
}

function rounds(block: Block, keys: readonly RoundKey[]): Block {
  const view = new DataView(block.buffer, block.byteOffset, BLOCK);
  let [left, right] = permuted(INITIAL, view.getInt32(0), view.getInt32(4));
  for (const key of keys) [left, right] = [right, left ^ mixed(right, key)];
  const [high, low] = permuted(FINAL, right, left);
  const out = new DataView(new ArrayBuffer(BLOCK));
  out.setInt32(0, high);
  out.setInt32(4, low);
  return new Uint8Array(out.buffer);
}

const blocksOf = (data: Uint8Array): Block[] =>
  Array.from({ length: data.length / BLOCK }, (_, at) => data.subarray(BLOCK * at, BLOCK * (at + 1)));

/** Triple DES with two keys in CBC mode, with an initialization vector of zeros and no padding. */
export function tripleDes(key: Uint8Array): {
  encrypt(data: Uint8Array): Uint8Array;
  decrypt(data: Uint8Array): Uint8Array;
} {
  const [first, second] = [desOf(key.subarray(0, BLOCK)), desOf(key.subarray(BLOCK, 2 * BLOCK))];
  return {
    encrypt(data) {
      let last: Block = new Uint8Array(BLOCK);
      const blocks = blocksOf(data).map((block) => {
        last = first.encrypt(second.decrypt(first.encrypt(xor(block, last))));
        return last;
      });
      return concat(...blocks);
    },
    decrypt(data) {
      let last: Block = new Uint8Array(BLOCK);
      const blocks = blocksOf(data).map((block) => {
        const opened = xor(first.decrypt(second.encrypt(first.decrypt(block))), last);
        last = block;
        return opened;
      });
      return concat(...blocks);
    },
  };
}

/** ISO 9797-1, MAC algorithm 3, over padded data. */
export function retailMac(key: Uint8Array, data: Uint8Array): Uint8Array {
  const [first, second] = [desOf(key.subarray(0, BLOCK)), desOf(key.subarray(BLOCK, 2 * BLOCK))];
  let last: Block = new Uint8Array(BLOCK);
  for (const block of blocksOf(data)) last = first.encrypt(xor(block, last));
  return first.encrypt(second.decrypt(last));
}
