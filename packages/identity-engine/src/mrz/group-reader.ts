import { CHARACTERS, FILLER, LETTERS, outputOf } from './characters.js';
import {
  UNADJUSTED,
  type Adjustment,
  type CellJob,
  type CellReader,
  type Probabilities,
  type ReadableLine,
  type Vector,
} from './cell-reader.js';
import type { GreyPicture, Planes } from './grey-picture.js';
import type { Cell, Layout } from './layouts.js';
import { probabilityOf } from './likelihood.js';
import type { Place, TextLine } from './text-line.js';

const LOWEST_QUALITY = 0.3;
const BETTER_BY = 0.004;
const CELLS_FOR_QUALITY = 9;
const BOX_OUTSIDE = -2.5;

/**
 * A sample of a cell: the plane of the picture, and how far the sample is shifted. The readings of all samples are
 * averaged.
 */
type Sample = readonly [plane: keyof Planes, dx: number, dy: number];
const ONCE: readonly Sample[] = [['grey', 0, 0]];
const FIVE_TIMES: readonly Sample[] = [
  ['grey', 0, 0],
  ['grey', 0.03, 0.05],
  ['grey', -0.03, -0.05],
  ['brightest', 0.03, -0.04],
  ['brightest', -0.03, 0.04],
];

/**
 * Reads the cells of a group of lines. It finds the reading direction, adjusts the cells, and finds the column where
 * the layout starts.
 */
export class GroupReader {
  private constructor(
    private readonly reader: CellReader,
    private readonly planes: Planes,
    readonly lines: readonly ReadableLine[],
    readonly quality: number,
    private readonly adjustment: Adjustment,
  ) {}

  /** Finds the reading direction of the lines. Undefined if they do not look like OCR-B in either direction. */
  static of(reader: CellReader, planes: Planes, group: readonly TextLine[]): GroupReader | undefined {
    const ratio = Math.max(0.6, Math.min(1.5, Math.max(...group.map(({ heightRatio }) => heightRatio))));
    const upright = withVerticals(group, ratio, neighboursAlike);
    const turned = withVerticals(
      [...group].reverse().map((line) => line.upsideDown()),
      ratio,
      neighboursAlike,
    );
    const qualityOf = (lines: readonly ReadableLine[], adjustment: Adjustment): number =>
      qualityIn(reader, planes.grey, lines, adjustment);
    const [a, b] = [qualityOf(upright, UNADJUSTED), qualityOf(turned, UNADJUSTED)];
    const lines = a >= b ? upright : turned;
    if (Math.max(a, b) < LOWEST_QUALITY) return undefined;
    let [best, quality]: [Adjustment, number] = [UNADJUSTED, Math.max(a, b)];
    const tryAll = (changes: readonly Partial<Adjustment>[]): void => {
      for (const change of changes) {
        const changed = { ...best, ...change };
        const result = qualityOf(lines, changed);
        if (result > quality + BETTER_BY) [best, quality] = [changed, result];
      }
    };
    tryAll([{ height: 0.88 }, { height: 1.12 }]);
    tryAll([{ dy: -0.06 }, { dy: 0.06 }]);
    tryAll([{ dx: -0.07 }, { dx: 0.07 }]);
    tryAll([{ height: best.height * 0.94 }, { height: best.height * 1.07 }]);
    return new GroupReader(reader, planes, lines, quality, best);
  }

  get middle(): Place {
    const [first] = this.lines;
    return first?.line.middle ?? { x: 0, y: 0, stepX: 0, stepY: 0 };
  }

  /** How well the layout fits, and the column where each line then starts. */
  fit(layout: Layout): { fit: number; starts: number[] } {
    const rows = this.lines.map((line, row) => this.#startOf(line, layout.cells[row] ?? []));
    return { fit: rows.reduce((sum, row) => sum + row.fit, 0), starts: rows.map(({ start }) => start) };
  }

  /** The cells of the layout and its corners in the picture, clockwise from the start of the first line. */
  cells(layout: Layout): { cells: Probabilities[][]; corners: Vector[] } {
    const { starts } = this.fit(layout);
    const lines = alignedLines(this.lines, starts);
    const cells = lines.map((line, row) => this.#read(line, starts[row] ?? 0, layout.columns, FIVE_TIMES));
    const ends = [0, lines.length - 1].flatMap((row): Vector[] => {
      const [line, start] = [lines[row]?.line, starts[row] ?? 0];
      const places = line ? [line.at(start - 0.5), line.at(start + layout.columns - 0.5)] : [];
      return (row === 0 ? places : places.reverse()).map(({ x, y }) => [x, y]);
    });
    return { cells, corners: ends };
  }

  /** The cells of the first line, from its first found box to its last. */
  asFound(): Probabilities[] {
    const [line] = this.lines;
    return line ? this.#read(line, line.line.first, line.line.columns, ONCE) : [];
  }

  #read(line: ReadableLine, from: number, count: number, samples: readonly Sample[]): Probabilities[] {
    const { dx, dy, height } = this.adjustment;
    const jobs = Array.from({ length: count }, (_, i) =>
      samples.map(([plane, x, y]): CellJob => ({
        picture: this.planes[plane],
        line,
        column: from + i,
        adjustment: { dx: dx + x, dy: dy + y, height },
      })),
    );
    const rows = this.reader.read(jobs.flat());
    return jobs.map((_, i) => mean(rows.slice(i * samples.length, (i + 1) * samples.length)));
  }

  /**
   * Finds the start column at which the allowed characters of the layout fit best, and no found box is left outside.
   */
  #startOf(line: ReadableLine, cells: readonly Cell[]): { start: number; fit: number } {
    const { first, last, found } = line.line;
    const count = cells.length;
    const low = Math.min(first, last - count + 1) - 2;
    const high = Math.max(first, last - count + 1) + 2;
    const probabilities = this.#read(line, low, high + count - low, ONCE);
    let [start, best] = [low, -Infinity];
    for (let from = low; from <= high; from++) {
      const fit = cells.reduce((sum, { field, alphabet }, i) => {
        const isName = field === 'code' || field === 'issuer' || field === 'names';
        const allowed = isName && cells.some((cell) => cell.field === 'names') ? LETTERS + FILLER : alphabet;
        return sum + Math.log(highestOf(probabilities[from - low + i], allowed));
      }, 0);
      const outside = found.filter((column) => column < from || column >= from + count).length;
      if (fit + outside * BOX_OUTSIDE > best) [start, best] = [from, fit + outside * BOX_OUTSIDE];
    }
    return { start, fit: best };
  }
}

function highestOf(cell: Probabilities | undefined, alphabet: string): number {
  if (!cell) return 1e-3;
  if (alphabet === CHARACTERS) return Math.max(1e-3, ...cell);
  return Array.from(alphabet).reduce((highest, character) => Math.max(highest, probabilityOf(cell, character)), 1e-3);
}

function mean(rows: readonly Probabilities[]): Probabilities {
  const sum = new Float32Array(CHARACTERS.length);
  for (const row of rows) row.forEach((value, i) => (sum[i] = (sum[i] ?? 0) + value / rows.length));
  return sum;
}

/** The mean certainty of the net in some cells of each line. */
function qualityIn(
  reader: CellReader,
  picture: GreyPicture,
  lines: readonly ReadableLine[],
  adjustment: Adjustment,
): number {
  const jobs = lines.flatMap((line) => {
    const step = Math.max(1, (line.line.columns - 1) / CELLS_FOR_QUALITY);
    const count = Math.min(CELLS_FOR_QUALITY + 1, Math.ceil(line.line.columns / step));
    return Array.from({ length: count }, (_, i): CellJob => {
      return { picture, line, column: Math.round(line.line.first + i * step), adjustment };
    });
  });
  const rows = reader.read(jobs);
  return rows.reduce((sum, row) => sum + Math.max(...row), 0) / rows.length;
}

/**
 * For cells that are above each other: the column in the neighbouring line minus the column in this line. Undefined if
 * unknown.
 */
type Offset = (line: TextLine, neighbour: TextLine, row: number, other: number) => number | undefined;

const neighboursAlike: Offset = (line, neighbour) =>
  Math.abs(line.columns - neighbour.columns) <= 1 ? neighbour.first - line.first : undefined;

/**
 * Determines the vertical direction from the same column of the neighbouring line, because on a foreshortened page it
 * is not perpendicular to the line.
 */
function withVerticals(lines: readonly TextLine[], heightRatio: number, offset: Offset): ReadableLine[] {
  return lines.map((line, row) => {
    const below = row + 1 < lines.length;
    const other = below ? row + 1 : row - 1;
    const neighbour = lines[other];
    const by = neighbour && offset(line, neighbour, row, other);
    if (!neighbour || by === undefined) return { line, heightRatio };
    const sign = below ? 1 : -1;
    const verticalAt = (column: number): Vector => {
      const [here, there] = [line.at(column), neighbour.at(column + by)];
      return [(there.x - here.x) * sign, (there.y - here.y) * sign];
    };
    return { line, heightRatio, verticalAt };
  });
}

/** Determines the vertical directions again from the now known start columns, unless the result would lean too much. */
function alignedLines(lines: readonly ReadableLine[], starts: readonly number[]): ReadableLine[] {
  const exact: Offset = (line, neighbour, row, other) => {
    const by = (starts[other] ?? 0) - (starts[row] ?? 0);
    const column = line.first + line.columns / 2;
    const [here, there] = [line.at(column), neighbour.at(column + by)];
    const [vx, vy] = [there.x - here.x, there.y - here.y];
    const along = Math.abs(vx * here.stepX + vy * here.stepY);
    return along / (Math.hypot(vx, vy) * Math.hypot(here.stepX, here.stepY)) < 0.5 ? by : undefined;
  };
  return withVerticals(
    lines.map(({ line }) => line),
    lines[0]?.heightRatio ?? 1,
    exact,
  );
}

export const isCharacter = (cell: Probabilities | undefined, character: string): boolean =>
  (cell?.[outputOf(character)] ?? 0) > 0.5;
