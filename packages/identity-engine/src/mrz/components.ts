import type { GreyPicture } from './grey-picture.js';

/** The number of text directions that are searched: half a turn in steps of 22.5 degrees. */
export const FRAMES = 8;
export const axisOf = (frame: number): readonly [number, number] => [
  Math.cos((frame * Math.PI) / FRAMES),
  Math.sin((frame * Math.PI) / FRAMES),
];
const AXES = Array.from({ length: FRAMES }, (_, frame) => axisOf(frame));

/** A connected dark area, by its smallest and largest coordinate along each axis. */
export type Component = Float32Array;

/**
 * The bounding box of a component, in a coordinate system whose x axis is the text direction. `x` and `y` are the
 * centre of the box.
 */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly w: number;
  readonly h: number;
}

const INK = 1;
const SEEN = 2;

/** Marks ink: pixels that are darker than the mean of the square around them by at least the share `threshold`. */
export function inkOf({ pixels, width, height }: GreyPicture, threshold: number): Uint8Array {
  const reach = Math.max(12, Math.floor(Math.max(width, height) / 36));
  const wide = width + 1;
  const sums = new Float64Array(wide * (height + 1));
  for (let y = 0; y < height; y++) {
    for (let x = 0, row = 0; x < width; x++) {
      row += pixels[y * width + x] ?? 0;
      sums[(y + 1) * wide + x + 1] = (sums[y * wide + x + 1] ?? 0) + row;
    }
  }
  const ink = new Uint8Array(width * height);
  for (let y = 0; y < height; y++) {
    const top = Math.max(0, y - reach);
    const bottom = Math.min(height, y + reach + 1);
    for (let x = 0; x < width; x++) {
      const left = Math.max(0, x - reach);
      const right = Math.min(width, x + reach + 1);
      const area = (bottom - top) * (right - left);
      const sum =
        (sums[bottom * wide + right] ?? 0) -
        (sums[top * wide + right] ?? 0) -
        (sums[bottom * wide + left] ?? 0) +
        (sums[top * wide + left] ?? 0);
      if ((pixels[y * width + x] ?? 0) * area < sum * (1 - threshold) - 3 * area) ink[y * width + x] = INK;
    }
  }
  return ink;
}

/** Finds components of the size of a character. The array `ink` is changed. */
export function componentsOf(ink: Uint8Array, width: number, height: number): Component[] {
  const found: Component[] = [];
  const stack = new Int32Array(width * height);
  for (let i = 0; i < ink.length; i++) {
    if (ink[i] !== INK) continue;
    const count = fill(ink, width, height, i, stack);
    const component = characterOf(stack.subarray(0, count), width);
    if (component) found.push(component);
  }
  return found;
}

function fill(ink: Uint8Array, width: number, height: number, from: number, stack: Int32Array): number {
  let count = 0;
  stack[count++] = from;
  ink[from] = SEEN;
  for (let head = 0; head < count; head++) {
    const at = stack[head] ?? 0;
    const x = at % width;
    const y = (at - x) / width;
    const [left, right] = [x > 0 ? -1 : 0, x < width - 1 ? 1 : 0];
    const [up, down] = [y > 0 ? -1 : 0, y < height - 1 ? 1 : 0];
    for (let row = at + up * width; row <= at + down * width; row += width) {
      count = claim(ink, row + left, row + right, stack, count);
    }
  }
  return count;
}

function claim(ink: Uint8Array, from: number, to: number, stack: Int32Array, count: number): number {
  for (let at = from; at <= to; at++) {
    if (ink[at] !== INK) continue;
    ink[at] = SEEN;
    stack[count++] = at;
  }
  return count;
}

const SMALLEST = 6;
const FEWEST_PIXELS = 12;
const LARGEST_SHARE = 0.0715;
const SMALLEST_SHARE = 0.005;
const LEAST_FILLED = 0.06;

function characterOf(points: Int32Array, width: number): Component | undefined {
  if (points.length < FEWEST_PIXELS) return undefined;
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const at of points) {
    const x = at % width;
    const y = (at - x) / width;
    if (x < left) left = x;
    if (x > right) right = x;
    if (y < top) top = y;
    if (y > bottom) bottom = y;
  }
  const [w, h] = [right - left + 1, bottom - top + 1];
  const longest = Math.max(w, h);
  if (longest < Math.max(SMALLEST, width * SMALLEST_SHARE) || longest > width * LARGEST_SHARE) return undefined;
  return points.length < LEAST_FILLED * w * h ? undefined : extentsOf(points, width);
}

function extentsOf(points: Int32Array, width: number): Component {
  const extents = new Float32Array(2 * FRAMES);
  AXES.forEach(([ax, ay], k) => {
    let [low, high] = [Infinity, -Infinity];
    for (const at of points) {
      const x = at % width;
      const value = x * ax + ((at - x) / width) * ay;
      if (value < low) low = value;
      if (value > high) high = value;
    }
    extents[2 * k] = low;
    extents[2 * k + 1] = high;
  });
  return extents;
}

/** The bounding boxes in one text direction, without components that are too wide or too low for a character. */
export function boxesIn(components: readonly Component[], frame: number): Box[] {
  const across = (frame + FRAMES / 2) % FRAMES;
  const sign = frame >= FRAMES / 2 ? -1 : 1;
  return components.flatMap((extents) => {
    const [left = 0, right = 0] = extents.subarray(2 * frame, 2 * frame + 2);
    const [top = 0, bottom = 0] = extents.subarray(2 * across, 2 * across + 2);
    const [w, h] = [right - left + 1, bottom - top + 1];
    if (h < SMALLEST || w > h * 1.6 || w < h * 0.1) return [];
    return [{ x: (left + right) / 2, y: (sign * (top + bottom)) / 2, w, h }];
  });
}
