import sharp from 'sharp';
import type { Box } from '@countersign/face-geometry';

/** Side of JPEG's blocks of colour. */
const BLOCK = 16;
const MOST_PIXELS = 6_000_000;
const TIME_LIMIT_SECONDS = 5;
const QUALITY = 90;
const MOST_COLUMNS = 128;
/** Differences are small, and their mean must not be rounded to nought. */
const GAIN = 12;
/** In cells: a field of a document. */
const FIELD = { columns: 6, rows: 3 };
const BINS = 24;
const MOST_OF_CELL = 4;
/** Against flat parts, where next to nothing is lost and a rounded value is already far from the usual one. */
const LEAST_LOSS = 8;
const LEAST_SPREAD = 0.3;

/** Losses of a file when it is encoded once more, by cells, row by row: the parts that are more, those that are less, and how busy. */
export interface FileLosses {
  readonly cells: Buffer;
  readonly columns: number;
  readonly rows: number;
  /** The part of the file that they are of, in shares of it. */
  readonly area: Box;
  /** As the metadata of the file tell it: 1 is upright. */
  readonly orientation: number;
}

/**
 * How far one field stands out by what it loses when the file is encoded once more, compared with all that is as busy: where
 * a file was saved at a better quality than before, what was put into it has not lost as much yet.
 */
export const errorLevel = ({ cells, columns, rows }: FileLosses): number => mostOutstanding(cells, columns, rows);

/** libvips measures, outside of the main thread. */
export async function lossesOf(file: Buffer): Promise<FileLosses> {
  const { picture, area, orientation } = await middleOf(file);
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const one = { raw: { width, height, channels: 1 } } as const;
  const [again, smooth] = await Promise.all([
    sharp(data, one).jpeg({ quality: QUALITY }).toBuffer(),
    sharp(data, one).blur(1).toColourspace('b-w').raw().toBuffer(),
  ]);
  const decoded = await sharp(again).toColourspace('b-w').raw().toBuffer();
  const joined = await sharp(data, one).joinChannel([decoded, smooth], one).raw().toBuffer();
  const three = { raw: { width, height, channels: 3 } } as const;
  // The parts that are more than before, those that are less, and those that are busy. A pixel has no values below nought.
  const differences = await sharp(joined, three)
    .recomb([
      [GAIN, -GAIN, 0],
      [-GAIN, GAIN, 0],
      [GAIN, 0, -GAIN],
    ])
    .raw()
    .toBuffer();
  const columns = Math.min(MOST_COLUMNS, Math.floor(width / BLOCK));
  const rows = Math.round((columns * height) / width);
  const cells = await sharp(differences, three)
    .resize(columns, rows, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer();
  return { cells, columns, rows, area, orientation };
}

/** Cut at JPEG's own blocks. */
async function middleOf(file: Buffer) {
  const { width, height, orientation = 1 } = await sharp(file).metadata();
  const share = Math.min(1, Math.sqrt(MOST_PIXELS / (width * height)));
  const atBlock = (length: number): number => Math.floor(length / BLOCK) * BLOCK;
  const [left, top] = [atBlock((width * (1 - share)) / 2), atBlock((height * (1 - share)) / 2)];
  const size = { width: atBlock(width * share), height: atBlock(height * share) };
  const picture = sharp(file)
    .timeout({ seconds: TIME_LIMIT_SECONDS })
    .extract({ left, top, ...size })
    .flatten({ background: 'white' })
    .toColourspace('b-w');
  const area = { left: left / width, top: top / height, width: size.width / width, height: size.height / height };
  return { picture, area, orientation };
}

function mostOutstanding(cells: Buffer, columns: number, rows: number): number {
  const outstanding = standingOut(cells, columns * rows);
  let most = 0;
  for (let top = 0; top + FIELD.rows <= rows; top++)
    for (let left = 0; left + FIELD.columns <= columns; left++)
      most = Math.max(most, meanOfField(outstanding, top * columns + left, columns));
  return most;
}

function meanOfField(values: Float64Array, from: number, columns: number): number {
  let sum = 0;
  for (let row = 0; row < FIELD.rows; row++)
    for (let column = 0; column < FIELD.columns; column++) sum += values[from + row * columns + column] ?? 0;
  return sum / (FIELD.rows * FIELD.columns);
}

/** In units of what is usual among cells that are as busy. */
function standingOut(cells: Buffer, count: number): Float64Array {
  const lost = Float64Array.from({ length: count }, (_, i) =>
    Math.log((cells[i * 3] ?? 0) + (cells[i * 3 + 1] ?? 0) + LEAST_LOSS),
  );
  const places = Array.from({ length: count }, (_, i) => i);
  places.sort((a, b) => (cells[a * 3 + 2] ?? 0) - (cells[b * 3 + 2] ?? 0));
  const outstanding = new Float64Array(count);
  for (let bin = 0; bin < BINS; bin++) {
    const alike = places.slice(Math.floor((bin * count) / BINS), Math.floor(((bin + 1) * count) / BINS));
    const usual = median(alike.map((i) => lost[i] ?? 0));
    const spread = median(alike.map((i) => Math.abs((lost[i] ?? 0) - usual))) + LEAST_SPREAD;
    for (const i of alike)
      outstanding[i] = Math.max(-MOST_OF_CELL, Math.min(MOST_OF_CELL, ((lost[i] ?? 0) - usual) / spread));
  }
  return outstanding;
}

const median = (values: readonly number[]): number => [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
