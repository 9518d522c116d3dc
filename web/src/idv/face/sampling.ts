import type { Planes } from './planes.js';

/** A picture as a canvas gives it: red, green, blue and a fourth byte for each pixel. */
export interface Picture {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Maps the pixel (x, y) of a sample to the picture: [a·x − b·y + tx, b·x + a·y + ty]. */
export interface Placement {
  readonly a: number;
  readonly b: number;
  readonly tx: number;
  readonly ty: number;
}

/** A square sample of the picture, with values from 0 to 1, and black beyond the picture's edges. */
export function sampled(picture: Picture, { a, b, tx, ty }: Placement, side: number): Planes {
  const data = new Float32Array(side * side * 3);
  for (let y = 0, to = 0; y < side; y++) {
    for (let x = 0; x < side; x++, to += 3) put(picture, a * x - b * y + tx, b * x + a * y + ty, data, to);
  }
  return { width: side, height: side, channels: 3, data };
}

/** Samples the whole picture as a square, without keeping its proportions. */
export function squeezed(picture: Picture, side: number): Planes {
  const [across, down] = [picture.width / side, picture.height / side];
  const data = new Float32Array(side * side * 3);
  for (let y = 0, to = 0; y < side; y++) {
    for (let x = 0; x < side; x++, to += 3) put(picture, x * across, y * down, data, to);
  }
  return { width: side, height: side, channels: 3, data };
}

/** Writes a pixel, interpolated between the four pixels around its position. */
function put({ width, height, data }: Picture, x: number, y: number, out: Float32Array, to: number): void {
  if (x < 0 || y < 0 || x > width - 1 || y > height - 1) return;
  const [left, top] = [Math.min(width - 2, Math.floor(x)), Math.min(height - 2, Math.floor(y))];
  const [fx, fy] = [x - left, y - top];
  const row = width * 4;
  for (let colour = 0, at = top * row + left * 4; colour < 3; colour++, at++) {
    const upper = (data[at] ?? 0) * (1 - fx) + (data[at + 4] ?? 0) * fx;
    const lower = (data[at + row] ?? 0) * (1 - fx) + (data[at + row + 4] ?? 0) * fx;
    out[to + colour] = (upper * (1 - fy) + lower * fy) / 255;
  }
}
