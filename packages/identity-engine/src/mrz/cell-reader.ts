import { CHARACTERS } from './characters.js';
import { PATCH_HEIGHT, PATCH_SIZE, PATCH_WIDTH, type GlyphNet } from './glyph-net.js';
import type { GreyPicture } from './grey-picture.js';
import type { Place, TextLine } from './text-line.js';

export type Vector = readonly [number, number];

/** A text line with the geometry of its cells: their height relative to the pitch, and the vertical direction. */
export interface ReadableLine {
  readonly line: TextLine;
  readonly heightRatio: number;
  /** The vertical direction at a column. Without it, the direction is perpendicular to the line. */
  readonly verticalAt?: (column: number) => Vector;
}

/** An offset of a cell, relative to its size, and a factor for its height. */
export interface Adjustment {
  readonly dx: number;
  readonly dy: number;
  readonly height: number;
}
export const UNADJUSTED: Adjustment = { dx: 0, dy: 0, height: 1 };

export interface CellJob {
  readonly picture: GreyPicture;
  readonly line: ReadableLine;
  readonly column: number;
  readonly adjustment: Adjustment;
}

/** The probabilities of all characters in one cell. */
export type Probabilities = Float32Array;

/** The size of a patch: 1.1 pitches wide and 1.5 pitches high. A capital is 1.094 pitches high. */
const WIDTH_IN_PITCHES = 1.1;
const HEIGHT_IN_CAPITALS = 1.5 / 1.094;

/** Cuts cells out of pictures, and classifies them with the net. */
export class CellReader {
  constructor(private readonly net: GlyphNet) {}

  read(jobs: readonly CellJob[]): Probabilities[] {
    const { batch, input } = this.net;
    const rows: Probabilities[] = [];
    for (let from = 0; from < jobs.length; from += batch) {
      const some = jobs.slice(from, from + batch);
      some.forEach((job, i) => cutOut(job, input.subarray(i * PATCH_SIZE, (i + 1) * PATCH_SIZE)));
      const probabilities = this.net.classify(some.length);
      some.forEach((_, i) => rows.push(probabilities.slice(i * CHARACTERS.length, (i + 1) * CHARACTERS.length)));
    }
    return rows;
  }
}

function cutOut({ picture, line, column, adjustment }: CellJob, patch: Float32Array): void {
  const at = column + adjustment.dx;
  const place = line.line.at(at);
  const pitch = Math.hypot(place.stepX, place.stepY);
  const height = line.heightRatio * adjustment.height * HEIGHT_IN_CAPITALS * pitch;
  const [vx, vy] = verticalOf(line, at, place, height);
  const centre = { ...place, x: place.x + vx * adjustment.dy, y: place.y + vy * adjustment.dy };
  const samples = (pitch * WIDTH_IN_PITCHES) / PATCH_WIDTH > 1.3 ? 2 : 1;
  sample(picture, centre, [vx, vy], samples, patch);
  normalise(patch);
}

function verticalOf(line: ReadableLine, column: number, { stepX, stepY }: Place, height: number): Vector {
  const [x, y] = line.verticalAt?.(column) ?? [-stepY, stepX];
  const length = Math.hypot(x, y) || 1;
  return [(x / length) * height, (y / length) * height];
}

function sample(picture: GreyPicture, place: Place, [vx, vy]: Vector, samples: number, patch: Float32Array): void {
  const { stepX, stepY } = place;
  for (let row = 0, at = 0; row < PATCH_HEIGHT; row++) {
    for (let column = 0; column < PATCH_WIDTH; column++, at++) {
      let sum = 0;
      for (let i = 0; i < samples * samples; i++) {
        const u = ((column + ((i % samples) + 0.5) / samples) / PATCH_WIDTH - 0.5) * WIDTH_IN_PITCHES;
        const v = (row + ((i >> (samples - 1)) + 0.5) / samples) / PATCH_HEIGHT - 0.5;
        sum += brightnessAt(picture, place.x + stepX * u + vx * v, place.y + stepY * u + vy * v);
      }
      patch[at] = 1 - sum / (samples * samples * 255);
    }
  }
}

function brightnessAt({ pixels, width, height }: GreyPicture, x: number, y: number): number {
  const px = x < 0 ? 0 : x > width - 1.001 ? width - 1.001 : x;
  const py = y < 0 ? 0 : y > height - 1.001 ? height - 1.001 : y;
  const left = px | 0;
  const top = py | 0;
  const [fx, fy] = [px - left, py - top];
  const at = top * width + left;
  const upper = (pixels[at] ?? 0) * (1 - fx) + (pixels[at + 1] ?? 0) * fx;
  const lower = (pixels[at + width] ?? 0) * (1 - fx) + (pixels[at + width + 1] ?? 0) * fx;
  return upper * (1 - fy) + lower * fy;
}

const MIDDLE = 0.35;

/** Scales brightness so that paper is 0 and ink is 1, then shifts it as in the net's training. */
function normalise(patch: Float32Array): void {
  const sorted = Float32Array.from(patch).sort();
  const paper = sorted[Math.floor(PATCH_SIZE * 0.05)] ?? 0;
  const range = Math.max((sorted[Math.floor(PATCH_SIZE * 0.93)] ?? 0) - paper, 0.02);
  for (let i = 0; i < PATCH_SIZE; i++) {
    patch[i] = Math.max(-1, Math.min(2, ((patch[i] ?? 0) - paper) / range)) - MIDDLE;
  }
}
