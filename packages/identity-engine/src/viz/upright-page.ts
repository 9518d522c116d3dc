import sharp, { type Sharp } from 'sharp';
import { boxesIn, componentsOf, FRAMES, inkOf } from '../mrz/components.js';
import type { GreyPicture, RgbPicture } from '../mrz/grey-picture.js';
import { fitted } from '../mrz/polynomial.js';
import { median, segmentsOf } from '../mrz/text-lines.js';
import type { PageArea, Point } from '../page-area.js';

/** Longest side, in pixels, of a page whose scale is unknown. */
const LONGEST = 1_800;
/** Smallest angle to correct, in radians: turning the picture blurs its text. */
const LEVEL = 0.005;
/**
 * Width of a column of the machine readable zone, in pixels. Columns are a tenth of an inch apart, and text is
 * recognised best at 240 pixels an inch.
 */
const PITCH = 24;
/** Space left out above the machine readable zone, in column widths, so that its text is not read as printed text. */
const FREE = 1.1;
const DESK = '#888';

/** The page above a machine readable zone, turned so that the zone is level, and scaled to a fixed resolution. */
export async function pageAbove(picture: RgbPicture, page: PageArea, pitch: number): Promise<GreyPicture> {
  const inPixels = ([x, y]: Point): Point => [x * picture.width, y * picture.height];
  const [across, up] = [inPixels(page.across), inPixels(page.up)];
  const level = await turned(await grey(picture), Math.atan2(across[1], across[0]));
  const [left, bottom] = level.placeOf(inPixels(page.corner));
  const area = within(level, {
    left,
    top: bottom - Math.hypot(...up),
    right: left + Math.hypot(...across),
    bottom: bottom - FREE * pitch,
  });
  return legible(sharpOf(level).extract(area), area.width * Math.min(PITCH / pitch, largest(area)));
}

/** The page turned so that most of its lines are level. It may still be upside down. */
export async function levelled(picture: RgbPicture, small: GreyPicture): Promise<GreyPicture> {
  const page = await turned(await grey(picture), directionOf(small));
  return legible(sharpOf(page), page.width * largest(page));
}

const largest = ({ width, height }: Readonly<Record<'width' | 'height', number>>): number =>
  LONGEST / Math.max(width, height);

export const onItsHead = ({ pixels, ...size }: GreyPicture): GreyPicture => ({ pixels: pixels.toReversed(), ...size });

const sharpOf = ({ pixels, width, height }: GreyPicture): Sharp =>
  sharp(pixels, { raw: { width, height, channels: 1 } });

async function grey({ pixels, width, height }: RgbPicture): Promise<GreyPicture> {
  return raw(sharp(pixels, { raw: { width, height, channels: 3 } }).greyscale());
}

async function raw(picture: Sharp): Promise<GreyPicture> {
  const { data, info } = await picture.toColourspace('b-w').raw().toBuffer({ resolveWithObject: true });
  return { pixels: data, width: info.width, height: info.height };
}

interface TurnedPicture extends GreyPicture {
  /** Position in the turned picture of a point of the original picture. */
  readonly placeOf: (point: Point) => Point;
}

/** Turns a picture so that the direction `angle`, in radians, becomes horizontal. */
async function turned(picture: GreyPicture, angle: number): Promise<TurnedPicture> {
  if (Math.abs(angle) < LEVEL) return { ...picture, placeOf: (point) => point };
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const level = await raw(
    sharpOf(picture).affine([cos, sin, -sin, cos], { background: DESK, interpolator: sharp.interpolators.bicubic }),
  );
  const placeOf = ([x, y]: Point): Point => {
    const [dx, dy] = [x - picture.width / 2, y - picture.height / 2];
    return [level.width / 2 + dx * cos + dy * sin, level.height / 2 + dy * cos - dx * sin];
  };
  return { ...level, placeOf };
}

/** The part of an area that is inside a picture, at least one pixel wide and high. */
function within({ width, height }: GreyPicture, area: Readonly<Record<'left' | 'top' | 'right' | 'bottom', number>>) {
  const [left, top] = [clamped(area.left, 0, width - 1), clamped(area.top, 0, height - 1)];
  const [right, bottom] = [clamped(area.right, left + 1, width), clamped(area.bottom, top + 1, height)];
  return { left, top, width: right - left, height: bottom - top };
}

const clamped = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, Math.round(value)));

const PAPER = 200;
const PAPER_SHARE = 0.9;
/** Blur radius in pixels: removes camera noise and keeps the strokes of letters. */
const GRAIN = 0.6;
/**
 * Lower limit of the local brightness, as a share of the paper's. Darker areas are no paper in shadow; more brightening
 * would amplify their noise.
 */
const DARKEST = 0.5;

/**
 * The page at a width and with even brightness: each pixel is divided by the brightness around it, which removes
 * shadows and background print.
 */
async function legible(picture: Sharp, width: number): Promise<GreyPicture> {
  const page = await raw(picture.resize({ width: Math.max(1, Math.round(width)) }).blur(GRAIN));
  const around = await raw(sharpOf(page).blur(PITCH));
  const darkest = Math.max(1, DARKEST * brightnessOf(around.pixels, PAPER_SHARE));
  const even = new Uint8Array(page.pixels.length);
  for (let i = 0; i < even.length; i++) {
    even[i] = Math.min(255, (PAPER * (page.pixels[i] ?? 0)) / Math.max(darkest, around.pixels[i] ?? 0));
  }
  return { ...page, pixels: even };
}

function brightnessOf(pixels: Uint8Array, share: number): number {
  const some = pixels.filter((_, i) => i % 97 === 0).sort();
  return some[Math.floor(some.length * share)] ?? 255;
}

/** Direction of the lines of text, in radians; 0 if there is no text. */
function directionOf(picture: GreyPicture): number {
  const components = componentsOf(inkOf(picture, 0.13), picture.width, picture.height);
  const frames = Array.from({ length: FRAMES }, (_, frame) => {
    const segments = segmentsOf(boxesIn(components, frame).sort((a, b) => a.x - b.x));
    const slopes = segments.flatMap(({ boxes }) => {
      const line = fitted(
        boxes.map(({ x, y }) => ({ t: x, value: y, weight: 1 })),
        1,
      );
      return line ? boxes.map(() => line[1] ?? 0) : [];
    });
    const weight = segments.reduce((sum, { boxes }) => sum + boxes.length ** 2, 0);
    return { weight, angle: (frame * Math.PI) / FRAMES + Math.atan(median(slopes)) };
  });
  return frames.reduce((best, frame) => (frame.weight > best.weight ? frame : best)).angle;
}
