import { CHARACTERS, FILLER, outputOf, twinOf, valueOf, weightAt } from './characters.js';
import { bestTwo, marginOf, type Choice } from './best-paths.js';
import type { Probabilities } from './cell-reader.js';
import type { Cell } from './layouts.js';
import { probabilityOf, scoreOf } from './likelihood.js';

/** Numbers hold letters seldom, and O and I hardly ever. */
const RARE: ReadonlyMap<string, number> = new Map([
  ['O', -4],
  ['I', -1.5],
]);
const CANDIDATES = 9;
const EMPTY_CHECK = -0.5;
const UNRIVALLED = 20;

/** A cell that takes part in check digits; `known` where its character has been decided already. */
export interface DigitCell {
  readonly cell: Cell;
  readonly probabilities: Probabilities;
  readonly known?: string;
}

export interface DigitsRead {
  /** The best text that all check digits allow, or what was read where there is none. */
  readonly text: string;
  /** The best text by itself. */
  readonly raw: string;
  readonly hold: boolean;
  readonly score: number;
  readonly margin: number;
  /** The number may hold an O where a zero was read, or the reverse: all check digits allow both. */
  readonly ambiguousNumber: boolean;
}

/** The exact best reading of all cells together under their check digits: sums modulo ten are the states. */
export function digitsIn(cells: readonly DigitCell[]): DigitsRead {
  const choices = cells.map(choicesOf);
  const fieldWeights = weightsOf(
    cells,
    ({ role }) => role === 'counted',
    ({ role }) => role === 'check' || role === 'check or empty',
  );
  const compositeWeights = weightsOf(cells, ({ inComposite }) => inComposite);
  const paths = bestTwo(choices, 0, (i, state, character) => {
    const cell = cells[i]?.cell;
    if (!cell) return undefined;
    const [sum, composite] = [Math.floor(state / 10), state % 10];
    if (cell.role === 'composite') return outputOf(character) === composite ? [0, 0] : undefined;
    const all = (composite + (compositeWeights[i] ?? 0) * valueOf(character)) % 10;
    if (cell.role === 'counted') return [((sum + (fieldWeights[i] ?? 0) * valueOf(character)) % 10) * 10 + all, 0];
    if (cell.role === 'plain') return [sum * 10 + all, 0];
    if (character === FILLER) return cell.role === 'check or empty' && sum === 0 ? [all, EMPTY_CHECK] : undefined;
    return outputOf(character) === sum ? [all, 0] : undefined;
  });
  const raw = choices.map((options, i) => rawOf(options, cells[i]?.cell.alphabet ?? CHARACTERS)).join('');
  const [best] = paths;
  return {
    text: best?.text ?? raw,
    raw,
    hold: best !== undefined,
    score: best?.score ?? -Infinity,
    margin: marginOf(paths, UNRIVALLED),
    ambiguousNumber: best !== undefined && isAmbiguous(cells, best.text, fieldWeights, compositeWeights),
  };
}

function choicesOf({ cell, probabilities, known }: DigitCell): Choice[] {
  if (known !== undefined) return [{ character: known, score: 0 }];
  const rare = cell.alphabet === CHARACTERS ? RARE : undefined;
  const isCheck = cell.role !== 'plain' && cell.role !== 'counted';
  return [...CHARACTERS]
    .map((character) => ({
      character,
      score: scoreOf(probabilities, character, cell.alphabet) + (rare?.get(character) ?? 0),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, isCheck ? CHARACTERS.length : CANDIDATES);
}

const rawOf = (options: readonly Choice[], alphabet: string): string =>
  (options.find(({ character }) => alphabet.includes(character)) ?? options[0])?.character ?? FILLER;

function weightsOf(
  cells: readonly DigitCell[],
  counts: (cell: Cell) => boolean,
  ends: (cell: Cell) => boolean = () => false,
): number[] {
  let position = 0;
  return cells.map(({ cell }) => {
    if (ends(cell)) position = 0;
    return counts(cell) ? weightAt(position++) : 0;
  });
}

const CLEARLY = 3;

/** Whether letters and digits that look alike can be exchanged within the number, unseen by check digits and by the net. */
function isAmbiguous(
  cells: readonly DigitCell[],
  text: string,
  fieldWeights: readonly number[],
  compositeWeights: readonly number[],
): boolean {
  const swaps = cells.flatMap(({ cell, probabilities, known }, i) => {
    const character = text[i] ?? '';
    const twin = twinOf(character);
    const isNumber = cell.field === 'number' || cell.field === 'numberRest';
    const rare = RARE.has(character) || (twin !== undefined && RARE.has(twin));
    if (!isNumber || !rare || twin === undefined || known !== undefined) return [];
    const cost =
      Math.log(probabilityOf(probabilities, character) + 1e-3) - Math.log(probabilityOf(probabilities, twin) + 1e-3);
    const change = valueOf(twin) - valueOf(character);
    return [{ cost, field: change * (fieldWeights[i] ?? 0), all: change * (compositeWeights[i] ?? 0) }];
  });
  for (let subset = 1; subset < 2 ** Math.min(swaps.length, 10); subset++) {
    const chosen = swaps.filter((_, i) => (subset >> i) & 1);
    const total = (of: (swap: (typeof swaps)[number]) => number): number =>
      chosen.reduce((sum, swap) => sum + of(swap), 0);
    const unseen = total(({ field }) => field) % 10 === 0 && total(({ all }) => all) % 10 === 0;
    if (unseen && total(({ cost }) => cost) < CLEARLY) return true;
  }
  return false;
}
