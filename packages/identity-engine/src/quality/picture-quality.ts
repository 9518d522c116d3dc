import type { GreyPicture } from '../mrz/grey-picture.js';

export interface PictureQuality {
  /**
   * The variance of the Laplacian in the sharpest parts: about 3,000 for a clean picture, 100 for a badly blurred one.
   */
  readonly sharpness: number;
  /** The mean brightness, from 0 to 255. */
  readonly brightness: number;
}

const TILES = 8;
const SHARPEST = 12;

/** Measures a picture of about 1,000 pixels. Sharpness depends on the scale. */
export function qualityOf({ pixels, width, height }: GreyPicture): PictureQuality {
  const tiles = Array.from({ length: TILES * TILES }, () => ({ count: 0, sum: 0, squares: 0 }));
  let brightness = 0;
  for (let y = 1; y < height - 1; y++) {
    const row = Math.floor((y * TILES) / height) * TILES;
    for (let x = 1; x < width - 1; x++) {
      const at = y * width + x;
      const value = pixels[at] ?? 0;
      const around =
        (pixels[at - 1] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at - width] ?? 0) + (pixels[at + width] ?? 0);
      const laplacian = 4 * value - around;
      const tile = tiles[row + Math.floor((x * TILES) / width)];
      brightness += value;
      if (!tile) continue;
      tile.count++;
      tile.sum += laplacian;
      tile.squares += laplacian * laplacian;
    }
  }
  const variances = tiles.map(({ count, sum, squares }) => (count ? squares / count - (sum / count) ** 2 : 0));
  const sharpest = variances.sort((a, b) => b - a).slice(0, SHARPEST);
  return {
    sharpness: sharpest.reduce((sum, value) => sum + value, 0) / SHARPEST,
    brightness: brightness / Math.max(1, (width - 2) * (height - 2)),
  };
}

const SATURATED = 250;

/** The overexposed share of an area, whose corners are relative to the picture's width and height. */
export function glareWithin(
  { pixels, width, height }: GreyPicture,
  corners: readonly (readonly [number, number])[],
): number {
  const xs = corners.map(([x]) => Math.round(Math.max(0, Math.min(1, x)) * (width - 1)));
  const ys = corners.map(([, y]) => Math.round(Math.max(0, Math.min(1, y)) * (height - 1)));
  let [count, white] = [0, 0];
  for (let y = Math.min(...ys); y <= Math.max(...ys); y++) {
    for (let x = Math.min(...xs); x <= Math.max(...xs); x++) {
      count++;
      if ((pixels[y * width + x] ?? 0) >= SATURATED) white++;
    }
  }
  return count === 0 ? 0 : white / count;
}
