import { CHARACTERS, FILLER, outputOf, twinOf, valueOf, weightAt } from './characters.js';
import { bestTwo, marginOf, type Choice } from './best-paths.js';
import type { Probabilities } from './cell-reader.js';
import type { Cell } from './layouts.js';
import { probabilityOf, scoreOf } from './likelihood.js';

/** Penalties for letters that are rare in numbers, where O and I almost never occur. */
const RARE: ReadonlyMap<string, number> = new Map([
  ['O', -4],
  ['I', -1.5],
]);
const CANDIDATES = 9;
const EMPTY_CHECK = -0.5;
const UNRIVALLED = 20;

/** A cell that counts in check digits. `known` is its character if that is already decided. */
export interface DigitCell {
  readonly cell: Cell;
  readonly probabilities: Probabilities;
  readonly known?: string;
}

export interface DigitsRead {
  /** The best text for which all check digits hold, or the raw text if there is none. */
  readonly text: ReadonlyMap<Cell, string>;
  /** The best text without regard to check digits. */
  readonly raw: ReadonlyMap<Cell, string>;
  /** The number of characters that differ between `text` and `raw`. */
  readonly corrections: number;
  readonly hold: boolean;
  readonly margin: number;
  /** Whether the number may contain an O instead of the read zero, or the reverse, and all check digits allow both. */
  readonly ambiguousNumber: boolean;
}

/**
 * Finds the best text of all cells for which the check digits hold. The search state is the pair of sums modulo ten.
 */
export function digitsIn(printed: readonly DigitCell[]): DigitsRead {
  const cells = inOrderOfSums(weighed(printed));
  const choices = cells.map(choicesOf);
  const paths = bestTwo(choices, 0, (i, state, character) => {
    const weighedCell = cells[i];
    if (!weighedCell) return undefined;
    const { cell, inField, inAll } = weighedCell;
    const [sum, composite] = [Math.floor(state / 10), state % 10];
    if (cell.role === 'composite') return outputOf(character) === composite ? [0, 0] : undefined;
    const all = (composite + inAll * valueOf(character)) % 10;
    if (cell.role === 'counted') return [((sum + inField * valueOf(character)) % 10) * 10 + all, 0];
    if (cell.role === 'plain') return [sum * 10 + all, 0];
    if (character === FILLER) return cell.role === 'check or empty' && sum === 0 ? [all, EMPTY_CHECK] : undefined;
    return outputOf(character) === sum ? [all, 0] : undefined;
  });
  const raw = choices.map((options, i) => rawOf(options, cells[i]?.cell.alphabet ?? CHARACTERS));
  const [best] = paths;
  const text = best ? Array.from(best.text) : raw;
  const asPrinted = (characters: readonly string[]): ReadonlyMap<Cell, string> =>
    new Map(cells.map(({ cell }, i) => [cell, characters[i] ?? FILLER]));
  return {
    text: asPrinted(text),
    raw: asPrinted(raw),
    hold: best !== undefined,
    corrections: text.filter((character, i) => character !== raw[i]).length,
    margin: marginOf(paths, UNRIVALLED),
    ambiguousNumber: best !== undefined && isAmbiguous(cells, text),
  };
}

interface WeighedCell extends DigitCell {
  /** The weight of the character in the check digit of its field, and in the composite check digit. */
  readonly inField: number;
  readonly inAll: number;
}

/** Assigns the weights of all cells. In a long number, the weights of the second part continue those of the first. */
function weighed(printed: readonly DigitCell[]): WeighedCell[] {
  let [position, all] = [0, 0];
  return printed.map((each) => {
    const { field, role, inComposite } = each.cell;
    if (role === 'check' || role === 'check or empty') position = 0;
    if (field === 'numberRest' && position === 0) position = FIRST_PART;
    const inField = role === 'counted' ? weightAt(position++) : 0;
    return { ...each, inField, inAll: inComposite ? weightAt(all++) : 0 };
  });
}

/** The length of the first part of a long number. It is a multiple of three, so the cycle of weights starts again. */
const FIRST_PART = 9;

/**
 * Sorts the cells in the order in which the check digits count them. The second part of a long number and its check
 * digit follow the first part, wherever they are printed.
 */
function inOrderOfSums(cells: readonly WeighedCell[]): WeighedCell[] {
  const from = cells.findIndex(({ cell }) => cell.field === 'numberRest');
  if (from < 0) return [...cells];
  const to = cells.findIndex(({ cell }, i) => i > from && cell.role === 'check');
  const moved = cells.slice(from, to + 1);
  const others = cells.filter((cell) => !moved.includes(cell));
  const start = others.findLastIndex(({ cell }) => cell.field === 'number') + 1;
  return [...others.slice(0, start), ...moved, ...others.slice(start)];
}

function choicesOf({ cell, probabilities, known }: DigitCell): Choice[] {
  if (known !== undefined) return [{ character: known, score: 0 }];
  const rare = cell.alphabet === CHARACTERS ? RARE : undefined;
  const isCheck = cell.role !== 'plain' && cell.role !== 'counted';
  return Array.from(CHARACTERS)
    .map((character) => ({
      character,
      score: scoreOf(probabilities, character, cell.alphabet) + (rare?.get(character) ?? 0),
    }))
    .sort((a, b) => b.score - a.score)
    .slice(0, isCheck ? CHARACTERS.length : CANDIDATES);
}

const rawOf = (options: readonly Choice[], alphabet: string): string =>
  (options.find(({ character }) => alphabet.includes(character)) ?? options[0])?.character ?? FILLER;

const CLEARLY = 3;

/**
 * Whether look-alike letters and digits in the number can be exchanged without a change of the check digits, and with
 * little loss of probability.
 */
function isAmbiguous(cells: readonly WeighedCell[], text: readonly string[]): boolean {
  const swaps = cells.flatMap(({ cell, probabilities, known, inField, inAll }, i) => {
    const character = text[i] ?? '';
    const twin = twinOf(character);
    const isNumber = cell.field === 'number' || cell.field === 'numberRest';
    const rare = RARE.has(character) || (twin !== undefined && RARE.has(twin));
    if (!isNumber || !rare || twin === undefined || known !== undefined) return [];
    const cost =
      Math.log(probabilityOf(probabilities, character) + 1e-3) - Math.log(probabilityOf(probabilities, twin) + 1e-3);
    const change = valueOf(twin) - valueOf(character);
    return [{ cost, field: change * inField, all: change * inAll }];
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
