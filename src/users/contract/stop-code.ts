import { createHash } from 'node:crypto';
import { asTyped, codeOf } from '../activation/activation-code.js';

const PURPOSE = 'users/stop-code';

interface KeyedHashes {
  hash(value: string, purpose: string): string;
  candidates(value: string, purpose: string): string[];
}

const shown = (keyed: string): string => codeOf(createHash('sha256').update(keyed).digest());

/** The code in the mail by which the user stops a replacement. It follows from the id, by a key: it is kept nowhere. */
export const stopCodeOf = (hashes: KeyedHashes, id: string): string => shown(hashes.hash(id, PURPOSE));

export const isStopCodeOf = (hashes: KeyedHashes, id: string, typed: string): boolean =>
  hashes.candidates(id, PURPOSE).map(shown).includes(asTyped(typed));
