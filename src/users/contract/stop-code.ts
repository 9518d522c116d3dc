import { createHash } from 'node:crypto';
import { asTyped, codeOf } from '../activation/activation-code.js';

const PURPOSE = 'users/stop-code';

interface KeyedHashes {
  hash(value: string, purpose: string): string;
  candidates(value: string, purpose: string): string[];
}

const shown = (keyed: string): string => codeOf(createHash('sha256').update(keyed).digest());

/**
 * The code in the mail with which a user stops the replacement of a second factor. It is a keyed hash of the id, so it
 * need not be stored.
 */
export const stopCodeOf = (hashes: KeyedHashes, id: string): string => shown(hashes.hash(id, PURPOSE));

export const isStopCodeOf = (hashes: KeyedHashes, id: string, typed: string): boolean =>
  hashes.candidates(id, PURPOSE).map(shown).includes(asTyped(typed));
