import type { Box, FaceTones, Tone } from '../face.js';
import type { Raster } from '../raster.js';

/** The number of sampled points in each direction. More points do not improve the result. */
const GRID = 64;
/**
 * The extents of the skin (without hair and ears) and of the head, from the centre of the face and relative to its
 * size.
 */
const SKIN = { across: 0.36, down: 0.4 };
const HEAD = { across: 0.8, up: 0.85 };
/**
 * Only points above this height count as background: lower ones may show the shoulders, which are lit like the face.
 */
const LOWEST_BEHIND = 0;
const FEWEST_POINTS = 40;

/** Measures the light from the face and from the background. */
export function tonesOf(box: Box, { data, width, height }: Raster): FaceTones {
  const [skin, behind] = [new Mean(), new Mean()];
  const [middleX, middleY] = [box.left + box.width / 2, box.top + box.height / 2];
  const add = (mean: Mean, x: number, y: number): void => {
    const at = (Math.floor(y) * width + Math.floor(x)) * 3;
    mean.add(data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0);
  };
  for (let row = 0; row < GRID; row++) {
    for (let column = 0; column < GRID; column++) {
      const [u, v] = [(column + 0.5) / GRID - 0.5, (row + 0.5) / GRID - 0.5];
      const [x, y] = [middleX + 2 * u * SKIN.across * box.width, middleY + 2 * v * SKIN.down * box.height];
      if (u ** 2 + v ** 2 <= 0.25 && x >= 0 && y >= 0 && x < width && y < height) add(skin, x, y);
      const [px, py] = [((column + 0.5) / GRID) * width, ((row + 0.5) / GRID) * height];
      const [across, up] = [Math.abs(px - middleX) / box.width, (middleY - py) / box.height];
      if (up > LOWEST_BEHIND && (across > HEAD.across || up > HEAD.up)) add(behind, px, py);
    }
  }
  return { face: skin.tone, ...(behind.count >= FEWEST_POINTS && { behind: behind.tone }) };
}

class Mean {
  count = 0;
  readonly #sums = [0, 0, 0];

  add(...levels: [number, number, number]): void {
    this.count++;
    levels.forEach((level, channel) => (this.#sums[channel] = (this.#sums[channel] ?? 0) + (LINEAR[level] ?? 0)));
  }

  get tone(): Tone {
    const [red = 0, green = 0, blue = 0] = this.#sums.map((sum) => sum / Math.max(1, this.count));
    return [red, green, blue];
  }
}

/** Converts sRGB levels to linear light (IEC 61966-2-1). */
const LINEAR = Float64Array.from({ length: 256 }, (_, level) => {
  const value = level / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
});
