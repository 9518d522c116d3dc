import { CHARACTERS, FILLER, LETTERS } from './characters.js';
import type { Probabilities } from './cell-reader.js';
import { bestTwo, marginOf, type Step } from './best-paths.js';
import { scoreOf } from './likelihood.js';

const ALPHABET = LETTERS + FILLER;
const CANDIDATES = 5;
const THIRD_PART = -2;

/**
 * States of the grammar: the count of consecutive fillers. After three (TAIL), only fillers may follow. DOUBLE_SEEN is
 * added once surname and given names have been separated by a double filler.
 */
const TAIL = 3;
const DOUBLE_SEEN = 4;
const BEFORE_FIRST = TAIL + 2 * DOUBLE_SEEN;

const step: Step = (_, state, character) => {
  if (state === BEFORE_FIRST) return character === FILLER ? undefined : [0, 0];
  const seen = state >= DOUBLE_SEEN ? DOUBLE_SEEN : 0;
  const fillers = state % DOUBLE_SEEN;
  if (character !== FILLER) {
    if (fillers === TAIL) return undefined;
    return [fillers === 2 ? DOUBLE_SEEN : seen, 0];
  }
  if (fillers === TAIL) return [state, 0];
  if (fillers === 2) return [TAIL + DOUBLE_SEEN, 0];
  return fillers === 1 ? [2 + seen, seen ? THIRD_PART : 0] : [1 + seen, 0];
};

export interface NamesRead {
  readonly text: string;
  readonly score: number;
  readonly margin: number;
}

/**
 * Reads names, which have no check digit: the best text that the grammar of names allows, and its margin over the
 * second best.
 */
export function namesIn(cells: readonly Probabilities[]): NamesRead {
  const choices = cells.map((cell) => {
    const scored = Array.from(CHARACTERS).map((character) => ({
      character,
      score: scoreOf(cell, character, ALPHABET),
    }));
    const best = scored.sort((a, b) => b.score - a.score).slice(0, CANDIDATES);
    const hasFiller = best.some(({ character }) => character === FILLER);
    return hasFiller ? best : [...best, { character: FILLER, score: scoreOf(cell, FILLER, ALPHABET) }];
  });
  const paths = bestTwo(choices, BEFORE_FIRST, step);
  const [best] = paths;
  return { text: best?.text ?? '', score: best?.score ?? -Infinity, margin: marginOf(paths, 0) };
}
