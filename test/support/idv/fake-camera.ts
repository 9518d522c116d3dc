import sharp from 'sharp';
import { CameraFile } from './camera-file.js';

const [WIDTH, HEIGHT] = [640, 480];
const FRAMES = 8;

type Box = readonly [left: number, top: number, width: number, height: number, grey: number];

const CARD: readonly Box[] = [
  [45, 66, 550, 347, 208],
  [78, 140, 122, 164, 150],
  [110, 170, 58, 70, 60],
  [94, 250, 90, 54, 60],
];

/** Rectangles for the letters of printed lines, with gaps between words. */
const PRINT: readonly Box[] = Array.from({ length: 9 * 34 }, (_, at) => [Math.floor(at / 34), at % 34] as const)
  .filter(([line, letter]) => (letter * 7 + line * 5) % 6 !== 0)
  .map(([line, letter]) => [232 + letter * 10, 118 + line * 28, 6, 13, 45]);

/** A card of nobody, placed as the page's guide requires: on a dark table, with a photo and printed lines. */
function drawn(): Buffer {
  const pixels = Buffer.alloc(WIDTH * HEIGHT, 58);
  for (const [left, top, width, height, grey] of [...CARD, ...PRINT]) {
    for (let y = top; y < top + height; y++) pixels.fill(grey, y * WIDTH + left, y * WIDTH + left + width);
  }
  return pixels;
}

/** The card as a PNG file to upload. */
export const specimenCard = (width: number): Promise<Buffer> =>
  sharp(drawn(), { raw: { width: WIDTH, height: HEIGHT, channels: 1 } })
    .resize({ width })
    .png()
    .toBuffer();

/** A camera that shows the card, with noise like a real camera. */
export class FakeCamera extends CameraFile {
  constructor() {
    super({ width: WIDTH, height: HEIGHT, perSecond: 10 });
    const picture = drawn();
    this.write(Array.from({ length: FRAMES }, (_, number) => frame(picture, number)));
  }
}

const WITHOUT_COLOUR = Buffer.alloc((WIDTH * HEIGHT) / 2, 128);

function frame(grey: Buffer, number: number): Buffer {
  const noisy = Buffer.from(grey);
  for (let at = number % 7; at < noisy.length; at += 7)
    noisy[at] = Math.min(255, (noisy[at] ?? 0) + ((at + number) % 3));
  return Buffer.concat([noisy, WITHOUT_COLOUR]);
}
