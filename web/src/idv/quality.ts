import { pixelsIn, type Area, type Grey } from './grey.js';

/** Facts about the light and the focus within an area. */
export interface Light {
  /** The mean: 0 is black, 255 is white. */
  readonly brightness: number;
  /** How strongly neighbouring pixels differ: even surfaces and blurred pictures have little of it. */
  readonly sharpness: number;
  /**
   * The share of pixels in washed-out patches, which are reflections. 0 if a larger part of the area is white, because
   * that is paper.
   */
  readonly glare: number;
  /** The area that contains all washed-out patches; undefined if there are too few, or if they do not lie together. */
  readonly glareAt: Area | undefined;
}

const BLOCK = 8;
const WASHED_OUT = 252;
/**
 * The share of a block (8 × 8 pixels) that must be washed out to count as glare. White paper is darker, and print
 * interrupts it.
 */
const OF_A_BLOCK = 0.85;

export function lightIn(picture: Grey, within: Area): Light {
  const area = pixelsIn(picture, within);
  return {
    brightness: meanIn(picture, area),
    sharpness: sharpnessIn(picture, area),
    ...glareIn(picture, area),
  };
}

function meanIn({ width, pixels }: Grey, area: Area): number {
  let sum = 0;
  for (let y = area.top; y < area.top + area.height; y++) {
    for (let x = area.left; x < area.left + area.width; x++) sum += pixels[y * width + x] ?? 0;
  }
  return sum / Math.max(1, area.width * area.height);
}

/** The variance of the Laplacian, divided by the contrast, so that dim light alone does not count as blur. */
function sharpnessIn({ width, pixels }: Grey, { left, top, width: wide, height: high }: Area): number {
  let [sum, squares, count, light, lights] = [0, 0, 0, 0, 0];
  for (let y = top + 1; y < top + high - 1; y++) {
    for (let x = left + 1; x < left + wide - 1; x++) {
      const at = y * width + x;
      const here = pixels[at] ?? 0;
      const around =
        (pixels[at - 1] ?? 0) + (pixels[at + 1] ?? 0) + (pixels[at - width] ?? 0) + (pixels[at + width] ?? 0);
      const curve = 4 * here - around;
      sum += curve;
      squares += curve * curve;
      light += here;
      lights += here * here;
      count++;
    }
  }
  if (count === 0) return 0;
  const contrast = lights / count - (light / count) ** 2;
  return (squares / count - (sum / count) ** 2) / Math.max(100, contrast);
}

/** A reflection is a small part of a picture. A larger white area is paper. */
const MOST_OF_A_PICTURE = 0.12;
const LEAST_BLOCKS = 3;

function glareIn(picture: Grey, area: Area): Pick<Light, 'glare' | 'glareAt'> {
  const washed = washedBlocksIn(picture, area);
  const share = (washed.length * BLOCK ** 2) / Math.max(1, area.width * area.height);
  const glare = share <= MOST_OF_A_PICTURE ? share : 0;
  return { glare, glareAt: glare > 0 ? together(washed, area) : undefined };
}

/** Finds glare in a whole picture: washed-out patches that lie together and stand out from the rest. */
export function glareArea(picture: Grey): Area | undefined {
  const { width, height } = picture;
  const whole = { left: 0, top: 0, width, height };
  return together(washedBlocksIn(picture, whole), whole);
}

type Block = readonly [left: number, top: number];

function washedBlocksIn(picture: Grey, area: Area): Block[] {
  const washed: Block[] = [];
  for (let top = area.top; top + BLOCK <= area.top + area.height; top += BLOCK) {
    for (let left = area.left; left + BLOCK <= area.left + area.width; left += BLOCK) {
      if (washedOutIn(picture, left, top) >= OF_A_BLOCK * BLOCK * BLOCK) washed.push([left, top]);
    }
  }
  return washed;
}

function together(washed: readonly Block[], within: Area): Area | undefined {
  if (washed.length < LEAST_BLOCKS) return undefined;
  const [lefts, tops] = [washed.map(([left]) => left), washed.map(([, top]) => top)];
  const [left, top] = [Math.min(...lefts), Math.min(...tops)];
  const [width, height] = [Math.max(...lefts) + BLOCK - left, Math.max(...tops) + BLOCK - top];
  return width * height <= MOST_OF_A_PICTURE * within.width * within.height ? { left, top, width, height } : undefined;
}

function washedOutIn({ width, pixels }: Grey, left: number, top: number): number {
  let count = 0;
  for (let y = top; y < top + BLOCK; y++) {
    for (let x = left; x < left + BLOCK; x++) if ((pixels[y * width + x] ?? 0) >= WASHED_OUT) count++;
  }
  return count;
}

/** How much a picture differs from the previous one: the mean difference of its pixels. */
export function motionBetween(before: Grey | undefined, now: Grey): number {
  if (before?.pixels.length !== now.pixels.length) return 255;
  const STEP = 3;
  let [sum, count] = [0, 0];
  for (let at = 0; at < now.pixels.length; at += STEP) {
    sum += Math.abs((now.pixels[at] ?? 0) - (before.pixels[at] ?? 0));
    count++;
  }
  return sum / Math.max(1, count);
}
