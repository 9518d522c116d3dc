import { Injectable } from '@nestjs/common';
import sharp, { type Sharp } from 'sharp';
import type { ChipPortrait } from '@countersign/emrtd/verify';
import { type WorkerPool, WorkerPools } from '../../../shared/workers/index.js';
import { PictureInspection } from '../../pictures/picture-inspection.service.js';
import type { RawPicture } from './jpeg2000.worker.js';

const POOL = {
  name: 'chip-portraits',
  module: new URL('./jpeg2000.worker.js', import.meta.url),
  maxThreads: 1,
  maxQueue: 20,
  maxWaitMs: 10_000,
  onePerSession: true,
  mostWorkMs: 3_000,
  idleMs: 60_000,
  maxMemoryMb: 256,
  recycleAfter: 500,
};
const JPEG_QUALITY = 92;

/**
 * Converts the picture of a face from a chip to a plain JPEG. Only this JPEG is shown, compared, and stored as the
 * portrait.
 */
@Injectable()
export class ChipPortraits {
  readonly #decoder: WorkerPool<Uint8Array, RawPicture | undefined>;

  constructor(
    pools: WorkerPools,
    private readonly inspection: PictureInspection,
  ) {
    this.#decoder = pools.open(POOL);
  }

  /**
   * Returns the face as a JPEG, or `undefined` if the picture is damaged. The size needs no check here: it was checked
   * when the chip was verified.
   */
  async jpegOf({ kind, image }: ChipPortrait): Promise<Buffer | undefined> {
    const jpeg = kind === 'jpeg' ? Buffer.from(image) : await this.#decoded(image);
    const inspected = jpeg && (await this.inspection.inspect(jpeg, { smallestSide: SMALLEST_SIDE }));
    return inspected && 'jpeg' in inspected ? inspected.jpeg : undefined;
  }

  async #decoded(image: Uint8Array): Promise<Buffer | undefined> {
    const raw = await this.#decoder.run(image);
    return raw && encoded(sharp(raw.pixels, { raw: { width: raw.width, height: raw.height, channels: raw.channels } }));
  }
}

/**
 * Minimum width and height, in pixels, of a face picture from a chip. It is lower than for uploaded pictures, because
 * chips store small pictures.
 */
const SMALLEST_SIDE = 100;

const encoded = (picture: Sharp): Promise<Buffer> =>
  picture.jpeg({ quality: JPEG_QUALITY, chromaSubsampling: '4:4:4' }).toBuffer();
