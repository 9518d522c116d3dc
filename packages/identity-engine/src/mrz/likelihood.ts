import { CHARACTERS, outputOf, twinOf } from './characters.js';
import type { Probabilities } from './cell-reader.js';

const NOT_ALLOWED = -5;
const DOUBT = 1e-3;

export const probabilityOf = (cell: Probabilities, character: string): number => cell[outputOf(character)] ?? 0;

/**
 * The probability of a character. If the alphabet excludes its look-alike, the probability of the look-alike is added.
 */
export function probabilityIn(cell: Probabilities, character: string, alphabet: string): number {
  const twin = twinOf(character);
  const adopted = twin !== undefined && alphabet.includes(character) && !alphabet.includes(twin);
  return probabilityOf(cell, character) + (adopted ? probabilityOf(cell, twin) : 0);
}

/** The smoothed logarithm of the probability, with a penalty for characters outside the alphabet. */
export function scoreOf(cell: Probabilities, character: string, alphabet: string): number {
  const score = Math.log((probabilityIn(cell, character, alphabet) + DOUBT) / (1 + 37 * DOUBT));
  return alphabet.includes(character) ? score : score + NOT_ALLOWED;
}

export const mostLikely = (cell: Probabilities): string => CHARACTERS[cell.indexOf(Math.max(...cell))] ?? '';
