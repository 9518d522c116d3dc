import sharp from 'sharp';
import type { Box } from '@countersign/face-geometry';

/** The side length of JPEG's colour blocks, in pixels. */
const BLOCK = 16;
const MOST_PIXELS = 6_000_000;
const TIME_LIMIT_SECONDS = 5;
const QUALITY = 90;
const MOST_COLUMNS = 128;
/** Amplifies the small differences, so that their mean is not rounded to zero. */
const GAIN = 12;
/** The size of a field on a document, such as a name, in cells of the picture. */
const FIELD = { columns: 6, rows: 3 };
const BINS = 24;
const MOST_OF_CELL = 4;
/** Added to each loss. In flat parts almost nothing is lost, and rounding alone would make a cell stand out. */
const LEAST_LOSS = 8;
const LEAST_SPREAD = 0.3;

/**
 * The losses of a file when it is compressed again, by cell, row by row. Each cell has three values: how much darker
 * and how much brighter the picture became, and how much detail the cell has.
 */
export interface FileLosses {
  readonly cells: Buffer;
  readonly columns: number;
  readonly rows: number;
  /** The measured part of the file, relative to its size. */
  readonly area: Box;
  /** The orientation in the file's metadata; 1 is upright. */
  readonly orientation: number;
}

/**
 * How much one field's loss under renewed compression differs from that of other parts with as much detail. Pasted
 * content has lost less: it was compressed less often than the rest of the picture.
 */
export const errorLevel = ({ cells, columns, rows }: FileLosses): number => mostOutstanding(cells, columns, rows);

/** Measures the losses with libvips, which does not block the main thread. */
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
  // Channels: darker, brighter, and detail. The difference needs two channels, because pixels cannot be negative.
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

/** The middle of the picture, cut at the boundaries of JPEG's blocks. */
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

/** How much each cell stands out, in units of the usual deviation among cells with as much detail. */
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
