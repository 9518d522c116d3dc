import { createHash } from 'node:crypto';
import type { Raster } from '../raster.js';

const MOST_BYTES = 48 * 2 ** 20;

/** A cache of findings in recent pictures, because a frame of a challenge is examined up to three times. */
export class RecentPictures<T extends { readonly raster: Raster }> {
  readonly #known = new Map<string, T>();
  #bytes = 0;

  async of(picture: Uint8Array, look: () => Promise<T>): Promise<T> {
    const key = createHash('sha256').update(picture).digest('base64');
    const known = this.#known.get(key);
    if (known) return known;
    const found = await look();
    this.#known.set(key, found);
    this.#bytes += found.raster.data.length;
    for (const [oldest, { raster }] of this.#known) {
      if (this.#bytes <= MOST_BYTES) break;
      this.#known.delete(oldest);
      this.#bytes -= raster.data.length;
    }
    return found;
  }
}
