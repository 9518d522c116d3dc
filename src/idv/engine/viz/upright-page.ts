import sharp from 'sharp';
import { boxesIn, componentsOf, FRAMES, inkOf } from '../mrz/components.js';
import type { GreyPicture, RgbPicture } from '../mrz/grey-picture.js';
import { fitted } from '../mrz/polynomial.js';
import { median, segmentsOf } from '../mrz/text-lines.js';

type Vector = readonly [number, number];

const LONGEST = 1_800;
/** In degrees: to turn by less would blur the text and help nobody. */
const LEVEL = 0.3;
const PAPER_SHARE = 0.7;
/** In pitches: what is left free above the zone, and how far it may reach below its first line. */
const ABOVE = 1.1;
const BELOW = 9;

/** The page turned so that its zone is level, and the zone painted over: its text must not pass for that for people. */
export async function withoutZone(picture: RgbPicture, corners: readonly Vector[], pitch: number): Promise<Buffer> {
  const [[x0, y0] = [0, 0], [x1, y1] = [1, 0]] = corners.map(([x, y]): Vector => [
    x * picture.width,
    y * picture.height,
  ]);
  const turn = Math.atan2(y1 - y0, x1 - x0);
  const [dx, dy] = [Math.cos(turn), Math.sin(turn)];
  const { pixels, width, height } = await grey(picture);
  const paper = paperOf(pixels);
  for (let y = 0, at = 0; y < height; y++) {
    for (let x = 0; x < width; x++, at++) {
      const down = (y - y0) * dx - (x - x0) * dy;
      if (down > -ABOVE * pitch && down < BELOW * pitch) pixels[at] = paper;
    }
  }
  return turned({ pixels, width, height }, -turn);
}

/** The page turned so that its text is level: by the direction of most of its lines. It may stand on its head. */
export async function levelled(picture: RgbPicture, small: GreyPicture): Promise<Buffer> {
  return turned(await grey(picture), -directionOf(small));
}

export const onItsHead = (page: Buffer): Promise<Buffer> => sharp(page).rotate(180).png().toBuffer();

async function grey({ pixels, width, height }: RgbPicture): Promise<GreyPicture> {
  const data = await sharp(pixels, { raw: { width, height, channels: 3 } })
    .greyscale()
    .raw()
    .toBuffer();
  return { pixels: data, width, height };
}

function turned({ pixels, width, height }: GreyPicture, angle: number): Promise<Buffer> {
  const raw = sharp(pixels, { raw: { width, height, channels: 1 } });
  const degrees = (angle * 180) / Math.PI;
  return (Math.abs(degrees) < LEVEL ? raw : raw.rotate(degrees, { background: '#888' }))
    .resize({ width: LONGEST, height: LONGEST, fit: 'inside' })
    .normalise()
    .png({ compressionLevel: 1 })
    .toBuffer();
}

function paperOf(pixels: Uint8Array): number {
  const some = pixels.filter((_, i) => i % 97 === 0).sort();
  return some[Math.floor(some.length * PAPER_SHARE)] ?? 255;
}

/** In radians. Nought when there is no text. */
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
