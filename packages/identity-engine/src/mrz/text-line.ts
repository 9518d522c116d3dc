import { axisOf } from './components.js';
import { fitted, slopeAt, valueAt, type Polynomial, type Sample } from './polynomial.js';
import { median, type Chain } from './text-lines.js';

/** A position in the picture, and the step from there to the next column. */
export interface Place {
  readonly x: number;
  readonly y: number;
  readonly stepX: number;
  readonly stepY: number;
}

const SCALE = 25;

/**
 * A text line with its columns. Their positions follow a cubic curve through the found boxes, so that turned,
 * foreshortened and bent pages can be read.
 */
export class TextLine {
  readonly middle: Place;

  constructor(
    private readonly x: Polynomial,
    private readonly y: Polynomial,
    private readonly centre: number,
    /** The columns for which a well-aligned box was found. */
    readonly found: readonly number[],
    readonly pitch: number,
    /** The height of capitals, relative to the pitch. */
    readonly heightRatio: number,
    private readonly reversed = false,
  ) {
    this.middle = this.at((this.first + this.last) / 2);
  }

  get first(): number {
    return Math.min(...this.found);
  }

  get last(): number {
    return Math.max(...this.found);
  }

  get columns(): number {
    return this.last - this.first + 1;
  }

  at(column: number): Place {
    const t = ((this.reversed ? -column : column) - this.centre) / SCALE;
    const step = (this.reversed ? -1 : 1) / SCALE;
    return {
      x: valueAt(this.x, t),
      y: valueAt(this.y, t),
      stepX: slopeAt(this.x, t) * step,
      stepY: slopeAt(this.y, t) * step,
    };
  }

  /** The same line, read from its other end. */
  upsideDown(): TextLine {
    const found = this.found.map((column) => -column);
    return new TextLine(this.x, this.y, this.centre, found, this.pitch, this.heightRatio, !this.reversed);
  }
}

const ROUNDS = 7;
const ROUNDS_THAT_MOVE = 4;
const FEWEST_FOUND = 12;

/** Makes a text line from a chain of boxes. Undefined if the boxes are not aligned in columns. */
export function textLineOf(chain: Chain, frame: number): TextLine | undefined {
  const { boxes, height } = chain;
  const steps = boxes.slice(1).map((box, i) => Math.hypot(box.x - (boxes[i]?.x ?? 0), box.y - (boxes[i]?.y ?? 0)));
  const pitch = median(steps.filter((step) => step > 0.45 * height));
  if (!pitch) return undefined;
  const columns = columnsOf(steps, pitch);
  const fit = fittedGrid(chain, columns, pitch);
  if (!fit) return undefined;
  const good = boxes.flatMap((box, i) => ((fit.weights[i] ?? 0) >= 0.3 ? [{ box, column: columns[i] ?? 0 }] : []));
  if (good.length < FEWEST_FOUND) return undefined;
  const ratios = good.map(({ box, column }) => {
    const t = (column - fit.centre) / SCALE;
    return (box.h * SCALE) / Math.hypot(slopeAt(fit.x, t), slopeAt(fit.y, t));
  });
  const [ax, ay] = axisOf(frame);
  const x = fit.x.map((value, k) => value * ax - (fit.y[k] ?? 0) * ay);
  const y = fit.x.map((value, k) => value * ay + (fit.y[k] ?? 0) * ax);
  const found = good.map(({ column }) => column);
  return new TextLine(x, y, fit.centre, found, pitch, quantile(ratios, 0.75));
}

const quantile = (values: readonly number[], share: number): number =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor(values.length * share))] ?? 0;

/** Assigns column numbers from the distances of the boxes and the local pitch. */
function columnsOf(steps: readonly number[], pitch: number): number[] {
  const localPitch = (i: number): number => {
    const near = steps.slice(Math.max(0, i - 6), i + 7).filter((step) => step > 0.6 * pitch && step < 1.5 * pitch);
    return near.length >= 3 ? median(near) : pitch;
  };
  const columns = [0];
  steps.forEach((step, i) => {
    const ratio = step / localPitch(i);
    columns.push((columns[i] ?? 0) + Math.max(ratio > 0.6 ? 1 : 0, Math.round(ratio)));
  });
  return columns;
}

interface Grid {
  readonly x: Polynomial;
  readonly y: Polynomial;
  readonly centre: number;
  readonly weights: readonly number[];
}

/**
 * Alternates between fitting the curve and moving boxes to their nearest column. Boxes far from the curve get a small
 * weight.
 */
function fittedGrid({ boxes }: Chain, columns: number[], pitch: number): Grid | undefined {
  const centre = (columns.at(-1) ?? 1) / 2 || 0.5;
  const scaled = (column: number): number => (column - centre) / SCALE;
  let weights = boxes.map(() => 1);
  let grid: Grid | undefined;
  for (let round = 0; round < ROUNDS; round++) {
    const degree = round < 2 ? 2 : 3;
    const samples = (of: (i: number) => number): Sample[] =>
      columns.map((column, i) => ({ t: scaled(column), value: of(i), weight: weights[i] ?? 0 }));
    const x = fitted(
      samples((i) => boxes[i]?.x ?? 0),
      degree,
    );
    const y = fitted(
      samples((i) => boxes[i]?.y ?? 0),
      degree,
    );
    if (!x || !y) return undefined;
    weights = boxes.map((box, i) => {
      const t = scaled(columns[i] ?? 0);
      const off = Math.hypot(valueAt(x, t) - box.x, valueAt(y, t) - box.y);
      return off < 0.12 * pitch ? 1 : off < 0.25 * pitch ? 0.3 : 0.005;
    });
    if (round < ROUNDS_THAT_MOVE)
      moveToNearest(
        columns,
        boxes.map((box) => box.x),
        (column) => valueAt(x, scaled(column)),
      );
    grid = { x, y, centre, weights };
  }
  return grid;
}

function moveToNearest(columns: number[], xs: readonly number[], xOf: (column: number) => number): void {
  xs.forEach((x, i) => {
    const around = [-2, -1, 0, 1, 2].map((step) => (columns[i] ?? 0) + step);
    const off = (column: number): number => Math.abs(xOf(column) - x);
    columns[i] = around.reduce((best, column) => (off(column) < off(best) ? column : best));
  });
}
