import { CHARACTERS, FILLER } from './characters.js';
import type { Probabilities } from './cell-reader.js';
import { digitsIn, type DigitCell, type DigitsRead } from './digits.js';
import type { Cell, FieldName, Layout } from './layouts.js';
import { probabilityIn, scoreOf } from './likelihood.js';
import { namesIn, type NamesRead } from './names.js';
import { stateCodeOf, type StateCode } from './state-codes.js';

/** The text of all cells in one layout, and the certainty of each part. */
export interface Reading {
  readonly layout: Layout;
  readonly lines: readonly string[];
  /** The lines without corrections by check digits. */
  readonly rawLines: readonly string[];
  readonly digitsHold: boolean;
  readonly corrections: number;
  readonly margin: number;
  readonly nameMargin: number;
  readonly stateMargin: number;
  /** Probabilities: the geometric mean of all cells, the lowest of all cells, and the lowest within the names. */
  readonly mean: number;
  readonly lowest: number;
  readonly lowestOfNames: number;
  readonly raw: Certainty;
  readonly ambiguousNumber: boolean;
}

export interface Certainty {
  readonly mean: number;
  readonly lowest: number;
}

type Grid = readonly (readonly Probabilities[])[];

export function decoded(grid: Grid, layout: Layout): Reading {
  const known = new Map<Cell, string>();
  const code = codeOf(grid, layout);
  const states = [stateOf(grid, layout, 'issuer'), stateOf(grid, layout, 'nationality')];
  const names = [namesOf(grid, layout, 'names'), namesOf(grid, layout, 'givenNames')];
  note(known, layout, 'code', code);
  (['issuer', 'nationality'] as const).forEach((name, i) => note(known, layout, name, states[i]?.text ?? ''));
  (['names', 'givenNames'] as const).forEach((name, i) => note(known, layout, name, names[i]?.text ?? ''));
  const digits = digitsOf(grid, layout, known);
  const linesWith = (text: ReadonlyMap<Cell, string>): string[] =>
    layout.cells.map((row) => row.map((cell) => known.get(cell) ?? text.get(cell) ?? FILLER).join(''));
  const lines = linesWith(digits.text);
  const rawLines = linesWith(digits.raw);
  const nameEnd = (names[0]?.text.replace(/<+$/, '').length ?? 0) + 2;
  return {
    ...summary(digits, names, states),
    layout,
    lines,
    rawLines,
    ...certaintyOf(grid, layout, lines),
    raw: certaintyOf(grid, layout, rawLines),
    lowestOfNames: lowestOfNames(grid, layout, lines, nameEnd),
  };
}

const present = <T>(values: readonly (T | undefined)[]): T[] => values.filter((value) => value !== undefined);

function summary(
  digits: DigitsRead,
  names: readonly (NamesRead | undefined)[],
  states: readonly (StateCode | undefined)[],
): Pick<Reading, 'digitsHold' | 'corrections' | 'margin' | 'nameMargin' | 'stateMargin' | 'ambiguousNumber'> {
  return {
    digitsHold: digits.hold,
    corrections: digits.corrections,
    margin: digits.margin,
    nameMargin: Math.min(...present(names).map(({ margin }) => margin)),
    stateMargin: Math.min(...present(states).map(({ margin }) => margin)),
    ambiguousNumber: digits.ambiguousNumber,
  };
}

const cellsOf = (grid: Grid, { spans }: Layout, name: FieldName): readonly Probabilities[] | undefined => {
  const span = spans.get(name);
  return span && grid[span.row]?.slice(span.from, span.to);
};

const stateOf = (grid: Grid, layout: Layout, name: FieldName): StateCode | undefined => {
  const cells = cellsOf(grid, layout, name);
  return cells && stateCodeOf(cells);
};

const namesOf = (grid: Grid, layout: Layout, name: FieldName): NamesRead | undefined => {
  const cells = cellsOf(grid, layout, name);
  return cells && namesIn(cells);
};

const SECOND_LETTER = -0.5;

function codeOf(grid: Grid, layout: Layout): string {
  return (cellsOf(grid, layout, 'code') ?? [])
    .map((cell, i) => {
      const alphabet = layout.cells[0]?.[i]?.alphabet ?? CHARACTERS;
      const score = (character: string): number =>
        scoreOf(cell, character, alphabet) + (i === 1 && character !== FILLER ? SECOND_LETTER : 0);
      return Array.from(CHARACTERS).reduce((best, character) => (score(character) > score(best) ? character : best));
    })
    .join('');
}

function note(known: Map<Cell, string>, { cells, spans }: Layout, name: FieldName, text: string): void {
  const span = spans.get(name);
  if (!span) return;
  cells[span.row]?.slice(span.from, span.to).forEach((cell, i) => known.set(cell, text[i] ?? FILLER));
}

/**
 * Whether a cell takes part in the search for a text with correct check digits. Cells of names and codes are already
 * decided, so they take part only if the composite check digit covers them.
 */
const takesPart = (cell: Cell, known: ReadonlyMap<Cell, string>): boolean => cell.inComposite || !known.has(cell);

function digitsOf(grid: Grid, layout: Layout, known: ReadonlyMap<Cell, string>): DigitsRead {
  const cells = layout.cells.flat().flatMap((cell): DigitCell[] => {
    const probabilities = grid[cell.row]?.[cell.column];
    if (!probabilities || !takesPart(cell, known)) return [];
    const decided = known.get(cell);
    return [{ cell, probabilities, ...(decided === undefined ? {} : { known: decided }) }];
  });
  return digitsIn(cells);
}

const probabilityAt = (grid: Grid, { row, column, alphabet }: Cell, lines: readonly string[]): number => {
  const cell = grid[row]?.[column];
  return cell ? probabilityIn(cell, lines[row]?.[column] ?? FILLER, alphabet) : 0;
};

function certaintyOf(grid: Grid, layout: Layout, lines: readonly string[]): Certainty {
  const values = layout.cells.flat().map((cell) => probabilityAt(grid, cell, lines));
  const logarithms = values.reduce((sum, value) => sum + Math.log(value + 1e-4), 0);
  return { mean: Math.exp(logarithms / values.length), lowest: Math.min(...values) };
}

/**
 * The lowest probability within the names and up to two cells behind them, where a letter may have been read as a
 * filler.
 */
function lowestOfNames(grid: Grid, layout: Layout, lines: readonly string[], end: number): number {
  const span = layout.spans.get('names');
  if (!span) return 0;
  const cells = layout.cells[span.row]?.slice(span.from, span.from + Math.min(end, span.to - span.from)) ?? [];
  const given = layout.cells.flat().filter(({ field }) => field === 'givenNames');
  return Math.min(...[...cells, ...given].map((cell) => probabilityAt(grid, cell, lines)));
}
