import { LRUCache } from 'lru-cache';
import sharp from 'sharp';
import { MARK_STROKES, MARK_SIZE, MARK_WIDTH, MARK_ROUNDING, type Point } from './brand.js';
import { textOn } from './colors.js';

const { abs, ceil, floor, max, min, sqrt } = Math;

/**
 * The icons that operating systems require for an installed web app: a plain one, one that they crop to their own
 * shape, and one that they recolour.
 */
export const iconNames = ['icon-192', 'icon-512', 'maskable-192', 'maskable-512', 'touch-180', 'badge-96'] as const;
export type IconName = (typeof iconNames)[number];

const drawn = new LRUCache<string, Promise<Buffer>>({ max: 60 });

/** The symbol of a brand as PNG, drawn once and then cached. A failed drawing is not cached. */
export function brandIcon(name: IconName, color: string): Promise<Buffer> {
  const key = `${name} ${color}`;
  const known = drawn.get(key);
  if (known) return known;
  const drawing = draw(name, color);
  drawn.set(key, drawing);
  drawing.catch(() => drawn.delete(key));
  return drawing;
}

/**
 * Draws the icon pixel by pixel. Rendering SVG would require an SVG decoder, which user uploads could then reach (see
 * `picture-inspection.service.ts`).
 */
function draw(name: IconName, color: string): Promise<Buffer> {
  const [kind = '', digits] = name.split('-');
  const size = Number(digits);
  const { strokes, square } = masksOf(size);
  const ground = channelsOf(color);
  const ink = channelsOf(kind === 'badge' ? '#ffffff' : textOn(color));
  const pixels = Buffer.alloc(size * size * 4);
  for (let at = 0; at < size * size; at++) {
    const [stroke = 0, behind = 0] = [strokes[at], square[at]];
    for (let channel = 0; channel < 3; channel++) {
      const [from = 0, to = 0] = kind === 'badge' ? [ink[channel], ink[channel]] : [ground[channel], ink[channel]];
      pixels[at * 4 + channel] = from + (to - from) * stroke;
    }
    pixels[at * 4 + 3] = 255 * (kind === 'badge' ? stroke : kind === 'icon' ? behind : 1);
  }
  return sharp(pixels, { raw: { width: size, height: size, channels: 4 } })
    .png({ compressionLevel: 9 })
    .toBuffer();
}

const channelsOf = (hex: string): number[] => [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16));

interface Masks {
  /**
   * How much of each pixel is covered: in `strokes` by the strokes of the symbol, in `square` by the square behind
   * them. 0 means not at all, 1 completely.
   */
  readonly strokes: Float32Array;
  readonly square: Float32Array;
}

const masks = new Map<number, Masks>();

/**
 * The pixel masks of the icon in one size, computed once and used for all colours. There are many pixels, so the loops
 * use plain numbers and create no objects.
 */
function masksOf(size: number): Masks {
  const known = masks.get(size);
  if (known) return known;
  const made = { strokes: new Float32Array(size * size), square: new Float32Array(size * size) };
  const unit = MARK_SIZE / size;
  drawSquare(made.square, size, unit);
  for (const { points, opacity } of MARK_STROKES) {
    points.slice(1).forEach((to, index) => drawLine(made.strokes, size, unit, [points[index] ?? to, to], opacity));
  }
  masks.set(size, made);
  return made;
}

const covered = (outside: number, unit: number): number => min(1, max(0, 0.5 - outside / unit));

function drawSquare(mask: Float32Array, size: number, unit: number): void {
  const [middle, rounding] = [MARK_SIZE / 2, MARK_ROUNDING];
  for (let at = 0; at < mask.length; at++) {
    const right = abs(((at % size) + 0.5) * unit - middle) - middle + rounding;
    const down = abs((floor(at / size) + 0.5) * unit - middle) - middle + rounding;
    const isCorner = right > 0 && down > 0;
    const outside = isCorner ? sqrt(right * right + down * down) : max(right, down);
    mask[at] = covered(outside - rounding, unit);
  }
}

/** Draws a stroke with round ends: every pixel within half the stroke width of the line. */
function drawLine(mask: Float32Array, size: number, unit: number, ends: [Point, Point], opacity: number): void {
  const [[x1, y1], [x2, y2]] = ends;
  const [dx, dy, half] = [x2 - x1, y2 - y1, MARK_WIDTH / 2];
  const length = dx * dx + dy * dy;
  const first = floor((min(y1, y2) - half) / unit) - 1;
  const last = ceil((max(y1, y2) + half) / unit) + 1;
  for (let at = first * size; at < last * size; at++) {
    const x = ((at % size) + 0.5) * unit - x1;
    const y = (floor(at / size) + 0.5) * unit - y1;
    const share = min(1, max(0, (x * dx + y * dy) / length));
    const right = x - share * dx;
    const down = y - share * dy;
    const drawn = opacity * covered(sqrt(right * right + down * down) - half, unit);
    if (drawn > (mask[at] ?? 0)) mask[at] = drawn;
  }
}
