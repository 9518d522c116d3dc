import type { Frame, Page } from 'playwright-core';
import sharp from 'sharp';
import { CameraFile } from './camera-file.js';

const [WIDTH, HEIGHT] = [1_920, 1_080];
const PIXELS = WIDTH * HEIGHT;
/** Frames until the film repeats: enough that two pictures of the page are hardly ever the same. */
const FRAMES = 7;

/** A frame of the camera's file: brightness, then colours. */
export type Sight = Buffer;

/** Converts a picture to a frame: centred, with the colours of its edges extended to the sides. */
export async function sightOf(picture: Buffer): Promise<Sight> {
  const { data, info } = await sharp(picture).resize({ height: HEIGHT }).png().toBuffer({ resolveWithObject: true });
  const beside = (WIDTH - info.width) / 2;
  const sides = { left: Math.floor(beside), right: Math.ceil(beside) };
  return inYuv(
    await sharp(data)
      .extend({ ...sides, extendWith: 'copy' })
      .removeAlpha()
      .raw()
      .toBuffer(),
  );
}

/** Converts RGB by ITU-R BT.601, with the colours at half the width and height. */
function inYuv(rgb: Buffer): Sight {
  const yuv = Buffer.alloc((PIXELS * 3) / 2);
  for (let pixel = 0; pixel < PIXELS; pixel++) {
    const [r, g, b] = [rgb[pixel * 3]!, rgb[pixel * 3 + 1]!, rgb[pixel * 3 + 2]!];
    yuv[pixel] = 16 + ((66 * r + 129 * g + 25 * b + 128) >> 8);
  }
  for (let y = 0, to = PIXELS; y < HEIGHT; y += 2) {
    for (let x = 0; x < WIDTH; x += 2, to++) {
      const at = (y * WIDTH + x) * 3;
      const [r, g, b] = [rgb[at]!, rgb[at + 1]!, rgb[at + 2]!];
      yuv[to] = 128 + ((-38 * r - 74 * g + 112 * b + 128) >> 8);
      yuv[to + PIXELS / 4] = 128 + ((112 * r - 94 * g - 18 * b + 128) >> 8);
    }
  }
  return yuv;
}

/** A grey square in the corner, whose shade tells a test whether the page already shows the newest picture. */
const MARK = { side: 32, darkest: 40, step: 24, count: 8 };

/** A camera whose picture tests change while it is open. */
export class LiveCamera extends CameraFile {
  readonly #noise = noise();
  #shown = 0;

  constructor() {
    super({ width: WIDTH, height: HEIGHT, perSecond: 15 });
  }

  /** Shows this picture from now on. Resolves when the page, if it has this camera open, displays it. */
  async show(sight: Sight, page?: Page | Frame): Promise<void> {
    this.#shown++;
    const mark = MARK.darkest + MARK.step * (this.#shown % MARK.count);
    this.write(Array.from({ length: FRAMES }, (_, number) => this.#frame(sight, mark, number)));
    if (page) await seenIn(page, mark);
  }

  #frame(sight: Sight, mark: number, number: number): Buffer {
    const frame = Buffer.from(sight);
    const first = (this.#shown * FRAMES + number) * 7_919;
    for (let at = 0; at < PIXELS; at++) frame[at] = frame[at]! + this.#noise[(first + at) % PIXELS]!;
    for (let y = HEIGHT - MARK.side; y < HEIGHT; y++) frame.fill(mark, (y + 1) * WIDTH - MARK.side, (y + 1) * WIDTH);
    return frame;
  }
}

/** Sensor noise: the brightness that is added to each pixel. */
function noise(): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length: PIXELS }, () => (state = (state * 16_807) % 2_147_483_647) & 7);
}

/** Waits until the page's video shows this mark. */
const seenIn = (page: Page | Frame, mark: number): Promise<void> =>
  page.evaluate(
    ([grey, side]) =>
      new Promise<void>((resolve) => {
        const { document } = globalThis as any;
        const video = document.querySelector('video');
        const context = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
        const look = () => {
          const [left, top] = [video.videoWidth - side, video.videoHeight - side];
          context.drawImage(video, left + side / 4, top + side / 4, side / 2, side / 2, 0, 0, 1, 1);
          const [r, g, b] = context.getImageData(0, 0, 1, 1).data;
          if (Math.abs(0.299 * r + 0.587 * g + 0.114 * b - grey) < 8) resolve();
          else video.requestVideoFrameCallback(look);
        };
        video.requestVideoFrameCallback(look);
      }),
    [((mark - 16) * 255) / 219, MARK.side] as const,
  );
