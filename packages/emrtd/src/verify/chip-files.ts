import { tagged, whole, type Element } from '../encoding/der.js';
import { Refused } from './refusal.js';

/** The files that a chip is asked for. All others are refused, above all fingerprints and irises. */
export const askedFiles = ['SOD', 'DG1', 'DG2', 'DG14', 'DG15'] as const;
export type AskedFile = (typeof askedFiles)[number];
export type GivenFiles = Readonly<Partial<Record<AskedFile, Uint8Array>>>;

/** The maximum size of each file, in bytes. */
export const mostBytes: Readonly<Record<AskedFile, number>> = {
  SOD: 32_000,
  DG1: 200,
  DG2: 120_000,
  DG14: 8_000,
  DG15: 2_000,
};

const TAGS: Readonly<Record<AskedFile, number>> = { SOD: 0x77, DG1: 0x61, DG2: 0x75, DG14: 0x6e, DG15: 0x6f };

export function checkSizes(files: GivenFiles): void {
  for (const [name, file] of Object.entries(files)) {
    const most = (mostBytes as Readonly<Record<string, number>>)[name];
    if (most === undefined) throw new Refused('not_asked_for', name);
    if (file.length > most) throw new Refused('too_large', name);
  }
}

/** The single element that a file consists of. */
export const groupIn = (name: AskedFile, file: Uint8Array): Element => tagged(whole(file), TAGS[name]);
