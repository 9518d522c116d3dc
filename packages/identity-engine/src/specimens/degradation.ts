import sharp, { type Kernel, type Sharp } from 'sharp';
import { solved } from '../mrz/polynomial.js';
import { Random } from './random.js';
import { emitted } from './screen.js';

/** The conditions of a photograph of a document. Lengths are in pixels of the photograph. */
export interface Condition {
  readonly width: number;
  readonly turned?: number;
  readonly foreshortened?: number;
  readonly blur?: number;
  /** How far the camera moved during the exposure, both horizontally and vertically. */
  readonly moved?: number;
  readonly noise?: number;
  readonly gain?: number;
  readonly glare?: boolean;
  readonly quality?: number;
  /** The size of a screen's pixel in the photograph, if a screen shows the document. */
  readonly screen?: number;
}

export const CONDITIONS = {
  clean: { width: 1600 },
  'JPEG 40': { width: 1600, quality: 40 },
  '900 px': { width: 900, quality: 75 },
  '640 px': { width: 640, quality: 75 },
  'turned 3°': { width: 1600, turned: 3 },
  'turned 8°': { width: 1600, turned: 8 },
  'foreshortened 6 %': { width: 1600, foreshortened: 0.06 },
  'blur 1.5': { width: 1600, blur: 1.5 },
  'blur 2.5': { width: 1600, blur: 2.5 },
  'dim, noisy': { width: 1600, gain: 0.45, noise: 10 },
  glare: { width: 1600, glare: true },
  'some of all': { width: 1400, turned: 4, foreshortened: 0.04, blur: 0.9, noise: 6, quality: 60, gain: 0.8 },
  'upside down': { width: 1600, turned: 180 },
} as const satisfies Record<string, Condition>;

export const HARD_CONDITIONS = {
  'turned 25°': { width: 1600, turned: 25 },
  'foreshortened 15 %': { width: 1600, foreshortened: 0.15 },
  '500 px': { width: 500 },
  '400 px': { width: 400 },
  'turned 15°': { width: 1600, turned: 15 },
  'noise 30': { width: 1600, noise: 30 },
  'JPEG 15': { width: 1600, quality: 15 },
  dark: { width: 1600, gain: 0.18, noise: 6 },
  'moved by 5 px': { width: 1600, moved: 5 },
  'moved by 9 px': { width: 1600, moved: 9 },
} as const satisfies Record<string, Condition>;

/** A photograph of the document on a desk, as JPEG. */
export async function photographed(document: Buffer, condition: Condition, seed = 1): Promise<Buffer> {
  const { width, blur, moved, gain, glare, noise, quality = 88 } = condition;
  const height = Math.round(width * 0.72);
  let picture = sharp(await onDesk(document, condition, width, height), { raw: { width, height, channels: 3 } });
  if (blur) picture = sharp(await picture.blur(blur).png().toBuffer());
  if (moved) picture = sharp(await picture.convolve(strokeOf(moved)).png().toBuffer());
  if (gain) picture = sharp(await picture.linear(gain, 8).png().toBuffer());
  if (glare)
    picture = sharp(
      await picture
        .composite([{ input: glareOn(width, height) }])
        .png()
        .toBuffer(),
    );
  if (noise) picture = await noisy(picture, noise, new Random(seed));
  return picture.jpeg({ quality }).toBuffer();
}

const strokeOf = (length: number): Kernel => ({
  ...{ width: length, height: length },
  kernel: Array.from({ length: length * length }, (_, i) => Number(i % (length + 1) === 0)),
});

type Point = readonly [number, number];

function cornersIn(w: number, h: number, { width, turned = 0, foreshortened: p = 0 }: Condition): Point[] {
  const flat: Point[] = [
    [-w / 2 + w * p, -h / 2 + h * p * 0.5],
    [w / 2 - w * p * 0.6, -h / 2],
    [w / 2, h / 2 + h * p * 0.5],
    [-w / 2 - w * p * 0.4, h / 2],
  ];
  const angle = (turned * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  return flat.map(([x, y]) => [width / 2 + x * cos - y * sin, width * 0.36 + x * sin + y * cos]);
}

/** The projection from the photograph's corners to those of the document: eight coefficients, the ninth is 1. */
function projection(from: readonly Point[], to: readonly Point[]): number[] {
  const rows = from.flatMap(([x, y], i) => {
    const [u, v] = to[i] ?? [0, 0];
    return [Float64Array.of(x, y, 1, 0, 0, 0, -u * x, -u * y, u), Float64Array.of(0, 0, 0, x, y, 1, -v * x, -v * y, v)];
  });
  return solved(rows) ?? [];
}

const DESK = [107, 74, 47] as const;

async function onDesk(document: Buffer, condition: Condition, width: number, height: number): Promise<Buffer> {
  const whole = await sharp(document).metadata();
  const scale = width / (whole.width * 1.35);
  const drawn = sharp(document).resize(Math.round(whole.width * Math.min(1, scale * 1.3)));
  const { data, info } = await drawn.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const corners = cornersIn(whole.width * scale, whole.height * scale, condition);
  const { width: w, height: h } = info;
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, i = 0] = projection(corners, [
    [0, 0],
    [w, 0],
    [w, h],
    [0, h],
  ]);
  const { screen } = condition;
  // The size of a pixel of the drawn document, in pixels of the simulated screen.
  const length = (whole.width * scale) / w / (screen ?? 1);
  const photo = Buffer.alloc(width * height * 3);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at += 3) {
      const depth = g * x + i * y + 1;
      const [u, v] = [(a * x + b * y + c) / depth, (d * x + e * y + f) / depth];
      const inside = u >= 0 && v >= 0 && u < w - 1 && v < h - 1;
      for (let k = 0; k < 3; k++) {
        const light = screen ? emitted(u * length, v * length, screen, k) : 1;
        photo[at + k] = inside ? Math.min(255, blended(data, w, u, v, k) * light) : (DESK[k] ?? 0);
      }
    }
  }
  return photo;
}

function blended(data: Buffer, width: number, u: number, v: number, channel: number): number {
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const [fx, fy] = [u - left, v - top];
  const at = (top * width + left) * 3 + channel;
  const upper = (data[at] ?? 0) * (1 - fx) + (data[at + 3] ?? 0) * fx;
  const lower = (data[at + width * 3] ?? 0) * (1 - fx) + (data[at + width * 3 + 3] ?? 0) * fx;
  return upper * (1 - fy) + lower * fy;
}

const glareOn = (width: number, height: number): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><defs><radialGradient id="g">` +
      '<stop offset="0" stop-color="#fff" stop-opacity=".95"/><stop offset=".4" stop-color="#fff" stop-opacity=".6"/>' +
      '<stop offset="1" stop-color="#fff" stop-opacity="0"/></radialGradient></defs>' +
      `<ellipse cx="${width * 0.6}" cy="${height * 0.78}" rx="${width * 0.16}" ry="${height * 0.1}" fill="url(#g)"/></svg>`,
  );

async function noisy(picture: Sharp, noise: number, random: Random): Promise<Sharp> {
  const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
  const changed = Uint8ClampedArray.from(data, (value) => value + (random.next() + random.next() - 1) * noise * 1.7);
  const { width, height, channels } = info;
  return sharp(Buffer.from(changed.buffer), { raw: { width, height, channels } });
}
