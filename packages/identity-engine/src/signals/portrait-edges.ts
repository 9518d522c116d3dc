import sharp from 'sharp';
import type { Box } from '@countersign/face-geometry';
import type { GreyPicture } from '../mrz/grey-picture.js';

/**
 * The distance from the centre of the face in which the edges of its picture may lie, relative to the size of the face.
 */
const NEAREST = 0.55;
const FARTHEST = 1.4;
/** The least step in brightness that counts as an edge, in grey levels. */
const LEAST_STEP = 12;
/** How far from an edge, in pixels, the brightness on both sides is compared. */
const [NEAR, FAR] = [2, 5];
/**
 * A pasted portrait has a sharp edge on at least this many of its four sides. The fourth side may still show the
 * printed edge of the original portrait, if the pasted picture does not cover it.
 */
const SIDES_NEEDED = 3;
/**
 * How the sharpness of the print is measured, in pixels and grey levels: the length of a piece of a row, the distance
 * between the rows, and the least contrast of a piece that contains print.
 */
const [PART, EACH_ROW, LEAST_PRINT] = [8, 6, 80];
const MOST_PIXELS = 50_000_000;

/**
 * How much sharper the edges of a rectangle around the face are than the print on the page. A camera blurs both alike,
 * and printed edges rarely run exactly along the pixels of a photograph. A picture that a program pasted has edges of
 * one pixel.
 */
export async function portraitEdges(page: Buffer, face: Box): Promise<number> {
  const { data, info } = await sharp(page, { limitInputPixels: MOST_PIXELS })
    .greyscale()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const picture = { pixels: data, width: info.width, height: info.height };
  const sharpness = sidesOf(picture, face).sort((a, b) => b - a)[SIDES_NEEDED - 1] ?? 0;
  return Math.max(0, sharpness - printSharpness(picture));
}

interface Range {
  readonly from: number;
  readonly to: number;
}

/** The sharpness of the clearest straight edge on each side of the face. 1 is a step between two adjacent pixels. */
function sidesOf(picture: GreyPicture, { left, top, width, height }: Box): number[] {
  const [middleX, middleY] = [left + width / 2, top + height / 2];
  const [rows, columns] = [
    { from: top, to: top + height },
    { from: left, to: left + width },
  ];
  const at = (x: number, y: number): number => picture.pixels[y * picture.width + x] ?? 0;
  const upright = (places: Range) => sharpestEdge(places, within(rows, picture.height), picture.width, at);
  const level = (places: Range) => sharpestEdge(places, within(columns, picture.width), picture.height, (y, x) => at(x, y)); // oxfmt-ignore
  return [
    upright({ from: middleX - FARTHEST * width, to: middleX - NEAREST * width }),
    upright({ from: middleX + NEAREST * width, to: middleX + FARTHEST * width }),
    level({ from: middleY - FARTHEST * height, to: middleY - NEAREST * height }),
    level({ from: middleY + NEAREST * height, to: middleY + FARTHEST * height }),
  ];
}

const within = ({ from, to }: Range, size: number): Range => ({
  from: Math.max(0, Math.round(from)),
  to: Math.min(size, Math.round(to)),
});

/**
 * The sharpness of the sharpest edge in `places`. `along`: the range in which the edge runs. `at`: a pixel by its
 * coordinates across and along the edge.
 */
function sharpestEdge(
  places: Range,
  along: Range,
  size: number,
  at: (across: number, along: number) => number,
): number {
  const mean = (across: number): number => {
    let sum = 0;
    for (let place = along.from; place < along.to; place++) sum += at(across, place);
    return sum / Math.max(1, along.to - along.from);
  };
  const { from, to } = within(places, size);
  const first = Math.max(0, from - FAR);
  const means = Array.from({ length: Math.max(0, Math.min(size, to + FAR + 1) - first) }, (_, index) =>
    mean(first + index),
  );
  const level = (index: number): number => means[index] ?? NaN;
  const levels = (...indices: number[]): number =>
    indices.reduce((sum, index) => sum + level(index), 0) / indices.length;
  let most = 0;
  for (let index = FAR; index + FAR < means.length; index++) {
    const step = levels(index + NEAR, index + NEAR + 1, index + FAR) - levels(index - 1, index - NEAR, index - FAR + 1);
    const jump = level(index + 1) - level(index);
    if (Math.abs(step) < LEAST_STEP || Math.sign(step) !== Math.sign(jump)) continue;
    most = Math.max(most, Math.min(1, jump / step));
  }
  return most;
}

/**
 * The sharpness of the print: the median, over pieces of rows with print, of the largest jump divided by the contrast.
 */
function printSharpness({ pixels, width, height }: GreyPicture): number {
  const sharpness: number[] = [];
  for (let y = EACH_ROW >> 1; y < height; y += EACH_ROW) {
    for (let x = y * width, end = x + width - PART; x < end; x += PART) {
      let [darkest, lightest, jump] = [255, 0, 0];
      for (let at = x; at < x + PART; at++) {
        const [value, next] = [pixels[at] ?? 0, pixels[at + 1] ?? 0];
        darkest = Math.min(darkest, value);
        lightest = Math.max(lightest, value);
        jump = Math.max(jump, Math.abs(next - value));
      }
      if (lightest - darkest >= LEAST_PRINT) sharpness.push(Math.min(1, jump / (lightest - darkest)));
    }
  }
  return sharpness.sort((a, b) => a - b)[sharpness.length >> 1] ?? 0;
}
