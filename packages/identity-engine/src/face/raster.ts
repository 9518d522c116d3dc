import { createHash } from 'node:crypto';
import sharp from 'sharp';

/** A picture with three bytes per pixel, row by row. */
export interface Raster {
  readonly data: Uint8Array;
  readonly width: number;
  readonly height: number;
}

const LONGEST_SIDE = 2_048;
const MOST_PIXELS = 50_000_000;
const SMALLEST_LEVEL = 40;
const CHANNELS = 3;
const RED = 0;

export async function decode(picture: Uint8Array): Promise<Raster> {
  const { data, info } = await sharp(picture, { limitInputPixels: MOST_PIXELS })
    .autoOrient()
    .removeAlpha()
    .toColourspace('srgb')
    .resize({ width: LONGEST_SIDE, height: LONGEST_SIDE, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const rgb = info.channels === CHANNELS ? data : coloured(data);
  return { data: rgb, width: info.width, height: info.height };
}

const STRETCHED = { lower: 1, upper: 99 };

/** Stretches the contrast to the full range, so that pale faces, such as portraits under a pattern, can be found. */
export async function stretched({ data, width, height }: Raster): Promise<Raster> {
  const pixels = await sharp(data, { raw: { width, height, channels: CHANNELS } })
    .normalise(STRETCHED)
    .raw()
    .toBuffer();
  return { data: pixels, width, height };
}

function coloured(grey: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(grey.length * CHANNELS);
  grey.forEach((value, at) => rgb.fill(value, at * CHANNELS, (at + 1) * CHANNELS));
  return rgb;
}

/** `border`: the width of the added grey margin, relative to the picture's size. */
export async function resized({ data, width, height }: Raster, scale: number, border = 0): Promise<Raster> {
  const size = { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
  const [x, y] = [Math.round(size.width * border), Math.round(size.height * border)];
  const { data: pixels, info } = await sharp(data, { raw: { width, height, channels: CHANNELS } })
    .resize({ ...size, fit: 'fill' })
    .extend({ top: y, bottom: y, left: x, right: x, background: '#808080' })
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data: pixels, width: info.width, height: info.height };
}

export interface Level extends Raster {
  /** The size of this level, relative to the full picture. */
  readonly scale: number;
}

/** Reduced copies of a picture, made on demand. Each level is half as large as the previous one (box filter). */
export class Pyramid {
  readonly #levels: Level[];

  constructor(raster: Raster) {
    this.#levels = [{ ...raster, scale: 1 }];
  }

  /** The first level for which `isWanted` is true, or the smallest one. */
  level(isWanted: (level: Level) => boolean): Level {
    for (let at = 0; ; at++) {
      const level = this.#at(at);
      if (isWanted(level) || Math.min(level.width, level.height) < 2 * SMALLEST_LEVEL) return level;
    }
  }

  #at(index: number): Level {
    const known = this.#levels[index];
    if (known) return known;
    const larger = this.#at(index - 1);
    const made = { ...halved(larger), scale: larger.scale / 2 };
    this.#levels.push(made);
    return made;
  }
}

function halved({ data, width, height }: Raster): Raster {
  const [w, h, row] = [width >> 1, height >> 1, width * CHANNELS];
  const half = new Uint8Array(w * h * CHANNELS);
  for (let y = 0, to = 0; y < h; y++) {
    for (let x = 0; x < w; x++) {
      for (let from = 2 * y * row + 2 * x * CHANNELS, end = from + CHANNELS; from < end; from++) {
        half[to++] =
          (byte(data, from) + byte(data, from + 3) + byte(data, from + row) + byte(data, from + row + 3) + 2) >> 2;
      }
    }
  }
  return { data: half, width: w, height: h };
}

const byte = (data: Uint8Array, at: number): number => data[at] ?? 0;

/** Where the pixel (x, y) of the target lies in the raster: [a·x − b·y + tx, b·x + a·y + ty]. */
export interface Placement {
  readonly a: number;
  readonly b: number;
  readonly tx: number;
  readonly ty: number;
}

/**
 * Samples bilinearly into `out`, from `offset` on. Pixels outside the raster get the colour of the nearest edge. With
 * `blackOutside`, they are not written, and so stay black in a new array.
 */
export function sample(
  { data, width, height }: Raster,
  { a, b, tx, ty }: Placement,
  size: number,
  out: Float32Array,
  { offset = 0, blackOutside = false } = {},
): void {
  const row = width * CHANNELS;
  const [right, bottom] = [width - 1.001, height - 1.001];
  for (let y = 0, to = offset; y < size; y++) {
    for (let x = 0; x < size; x++, to += CHANNELS) {
      const [px, py] = [a * x - b * y + tx, b * x + a * y + ty];
      if (blackOutside && (px < 0 || py < 0 || px > width - 1 || py > height - 1)) continue;
      const [sx, sy] = [Math.min(right, Math.max(0, px)), Math.min(bottom, Math.max(0, py))];
      const [x0, y0] = [Math.floor(sx), Math.floor(sy)];
      const [fx, fy] = [sx - x0, sy - y0];
      for (let c = RED, at = y0 * row + x0 * CHANNELS; c < CHANNELS; c++, at++) {
        const upper = byte(data, at) * (1 - fx) + byte(data, at + CHANNELS) * fx;
        const lower = byte(data, at + row) * (1 - fx) + byte(data, at + row + CHANNELS) * fx;
        out[to + c] = upper * (1 - fy) + lower * fy;
      }
    }
  }
}

const FINGERPRINT_SIDE = 64;

/** A hash of a small copy of the picture. Two frames of a real camera never have the same. */
export async function fingerprintOf(raster: Raster): Promise<string> {
  const { data } = await resized(raster, FINGERPRINT_SIDE / Math.max(raster.width, raster.height));
  return createHash('sha256').update(data).digest('base64url');
}
