import type { RgbPicture } from '../mrz/grey-picture.js';
import { Fourier } from './fourier.js';

/** The side of a tile, in pixels. */
const SIZE = 128;
const HALF = SIZE / 2;
const COLUMNS = 6;
const ROWS = 4;
/** Share of each side that is left out: at the edges there is the desk, not the page. */
const MARGIN = 0.12;
/** In waves a tile. Slower ones are those of print; text repeats itself, too. */
const SLOWEST = 12;
/** How many frequencies to each side tell what is usual, and how many of these a peak takes itself. */
const AROUND = 7;
const PEAK = 2;
/** In natural logarithms of power: one tile must not outweigh the others. */
const MOST_OF_TILE = 4;
/** JPEG repeats itself every eight pixels. */
const BLOCKS = SIZE / 8;
/** Below the power of a wave of a third of a shade there is noise. */
const FLOOR = (SIZE ** 2 / 24) ** 2;

const isNear = (value: number, step: number): boolean => Math.abs(value - Math.round(value / step) * step) <= 1;

/** The waves that count. */
const COUNTS = Uint8Array.from({ length: SIZE * HALF }, (_, i) => {
  const [x, y] = [i % HALF, Math.floor(i / HALF) - HALF];
  return Number(Math.hypot(x, y) >= SLOWEST && !(isNear(x, BLOCKS) && isNear(y, BLOCKS)));
});

const fourier = new Fourier(SIZE);
const WINDOW = Float64Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SIZE));

/**
 * How far one wave stands out, in most parts of the page alike: the grid of a screen, or the moiré that it makes with the
 * camera's, is everywhere, while print is in places. In natural logarithms of power.
 */
export function screenPattern(picture: RgbPicture): number {
  const total = new Float64Array(SIZE * HALF);
  const tiles = tilesOf(picture);
  for (const tile of tiles) {
    const excess = excessOf(spread(spectrumOf(tile)));
    for (let i = 0; i < total.length; i++) total[i] = (total[i] ?? 0) + Math.min(MOST_OF_TILE, excess[i] ?? 0);
  }
  return tiles.length === 0 ? 0 : strongestGrid(total) / tiles.length;
}

/** The pixels of a screen are square: a wave across them has another of the same length, at a right angle. */
function strongestGrid(values: Float64Array): number {
  let strongest = 0;
  for (let row = 0, i = 0; row < SIZE; row++) {
    for (let column = 0; column < HALF; column++, i++) {
      const [x, y] = [column, row - HALF];
      const [acrossX, acrossY] = y < 0 ? [-y, x] : [y, -x];
      if (acrossX >= HALF) continue;
      const across = values[(acrossY + HALF) * HALF + acrossX] ?? 0;
      strongest = Math.max(strongest, Math.min(values[i] ?? 0, across));
    }
  }
  return strongest;
}

function tilesOf({ pixels, width, height }: RgbPicture): Float64Array[] {
  if (Math.min(width, height) < SIZE * 3) return [];
  const place = (share: number, length: number): number =>
    Math.round((MARGIN + (1 - 2 * MARGIN) * share) * length - share * SIZE);
  return Array.from({ length: COLUMNS * ROWS }, (_, i) => {
    const left = place((i % COLUMNS) / (COLUMNS - 1), width);
    const top = place(Math.floor(i / COLUMNS) / (ROWS - 1), height);
    const tile = new Float64Array(SIZE * SIZE);
    for (let y = 0, at = 0; y < SIZE; y++) {
      for (let x = 0; x < SIZE; x++, at++) tile[at] = pixels[((top + y) * width + left + x) * 3 + 1] ?? 0;
    }
    return tile;
  });
}

/** The logarithms of the power of one half of all waves; the other half is the same. */
function spectrumOf(tile: Float64Array): Float64Array {
  const mean = tile.reduce((sum, value) => sum + value, 0) / tile.length;
  for (let i = 0; i < tile.length; i++)
    tile[i] = ((tile[i] ?? 0) - mean) * (WINDOW[i % SIZE] ?? 0) * (WINDOW[Math.floor(i / SIZE)] ?? 0);
  const im = new Float64Array(tile.length);
  fourier.transformSquare(tile, im);
  const spectrum = new Float64Array(SIZE * HALF);
  for (let row = 0, i = 0; row < SIZE; row++) {
    for (let column = 0; column < HALF; column++, i++) {
      const at = ((row + HALF) % SIZE) * SIZE + column;
      spectrum[i] = Math.log((tile[at] ?? 0) ** 2 + (im[at] ?? 0) ** 2 + FLOOR);
    }
  }
  return spectrum;
}

/** Measures what stands out from its surroundings, and from the lines that edges and text make through the middle. */
function excessOf(spectrum: Float64Array): Float64Array {
  const [alongRow, alongColumn] = [smoothed(spectrum, 'row'), smoothed(spectrum, 'column')];
  const around = smoothed(alongRow, 'column');
  const excess = new Float64Array(spectrum.length);
  for (let i = 0; i < excess.length; i++) {
    const usual = Math.max(around[i] ?? 0, alongRow[i] ?? 0, alongColumn[i] ?? 0);
    excess[i] = COUNTS[i] ? (spectrum[i] ?? 0) - usual : 0;
  }
  return excess;
}

/** The mean of the neighbours in a row or a column, without a peak itself. */
function smoothed(values: Float64Array, along: 'row' | 'column'): Float64Array {
  const [step, length] = along === 'row' ? [1, HALF] : [HALF, SIZE];
  const means = new Float64Array(values.length);
  const sums = new Float64Array(length + 1); // of all before a place
  for (let line = 0; line < values.length / length; line++) {
    const start = along === 'row' ? line * HALF : line;
    for (let i = 0; i < length; i++) sums[i + 1] = (sums[i] ?? 0) + (values[start + i * step] ?? 0);
    for (let i = 0; i < length; i++) {
      const from = i > AROUND ? i - AROUND : 0;
      const to = i + AROUND < length ? i + AROUND + 1 : length;
      const peak = i > PEAK ? i - PEAK : 0;
      const past = i + PEAK < length ? i + PEAK + 1 : length;
      const sum = (sums[to] ?? 0) - (sums[from] ?? 0) - ((sums[past] ?? 0) - (sums[peak] ?? 0));
      means[start + i * step] = sum / (to - from - (past - peak));
    }
  }
  return means;
}

/** The most of each three by three: seen at an angle, a screen's waves are not quite the same everywhere. */
const spread = (values: Float64Array): Float64Array => mostOfThree(mostOfThree(values, 1), HALF);

function mostOfThree(values: Float64Array, step: number): Float64Array {
  const most = new Float64Array(values.length);
  for (let i = 0; i < most.length; i++) {
    const before = values[i - step] ?? 0;
    const value = values[i] ?? 0;
    const after = values[i + step] ?? 0;
    const larger = before > after ? before : after;
    most[i] = value > larger ? value : larger;
  }
  return most;
}
