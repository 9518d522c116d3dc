import type { RgbPicture } from '../mrz/grey-picture.js';
import { Fourier } from './fourier.js';

/** The side of a tile, in pixels. */
const SIZE = 128;
const HALF = SIZE / 2;
const COLUMNS = 6;
const ROWS = 4;
/** The share left out at each side, where the picture shows the desk instead of the page. */
const MARGIN = 0.12;
/** The lowest frequency, in waves per tile. Lower ones come from print and text, which also repeat. */
const SLOWEST = 12;
/**
 * The number of neighbouring frequencies on each side that define the usual level, and how many of them belong to the
 * peak itself.
 */
const AROUND = 7;
const PEAK = 2;
/** The largest contribution of one tile (logarithm of power), so that no tile outweighs the others. */
const MOST_OF_TILE = 4;
/** The frequency of JPEG's blocks of eight pixels, whose multiples are ignored. */
const BLOCKS = SIZE / 8;
/**
 * Added to the power of each frequency: the power of a wave with an amplitude of a third of a grey level. Weaker waves
 * are only noise.
 */
const FLOOR = (SIZE ** 2 / 24) ** 2;

const isNear = (value: number, step: number): boolean => Math.abs(value - Math.round(value / step) * step) <= 1;

/** For each frequency, whether it is evaluated (1) or ignored (0). */
const COUNTS = Uint8Array.from({ length: SIZE * HALF }, (_, i) => {
  const [x, y] = [i % HALF, Math.floor(i / HALF) - HALF];
  return Number(Math.hypot(x, y) >= SLOWEST && !(isNear(x, BLOCKS) && isNear(y, BLOCKS)));
});

const fourier = new Fourier(SIZE);
const WINDOW = Float64Array.from({ length: SIZE }, (_, i) => 0.5 - 0.5 * Math.cos((2 * Math.PI * (i + 0.5)) / SIZE));

/**
 * How much one frequency stands out across the whole page, as logarithm of power. The grid of a screen, or its moiré
 * with the camera's grid, is everywhere, while print differs from place to place.
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

/** Finds the strongest frequency that also occurs at a right angle, as in the square grid of a screen. */
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

/**
 * The logarithm of the power of each frequency. Only one half of the spectrum is kept, because the other is its mirror
 * image.
 */
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

/**
 * Subtracts from each frequency the mean of its surroundings or, if higher, the mean along its row or column: edges and
 * text cause horizontal and vertical lines in a spectrum.
 */
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

/** The mean of the neighbours in a row or column, without the peak itself. */
function smoothed(values: Float64Array, along: 'row' | 'column'): Float64Array {
  const [step, length] = along === 'row' ? [1, HALF] : [HALF, SIZE];
  const means = new Float64Array(values.length);
  const sums = new Float64Array(length + 1); // for each index, the sum of all values before it
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

/**
 * The maximum of each 3 × 3 neighbourhood, because perspective shifts a screen's frequency slightly from tile to tile.
 */
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
