import { CHIP, levelFor, placementOf, type Crop } from '../alignment.js';
import type { Mesh } from '../face.js';
import { sample, type Pyramid } from '../raster.js';

/** Cuts a crop of the face out of the picture into `chips`, from `offset` on: RGB from 0 to 255, row by row. */
export function cutOut(mesh: Mesh, pyramid: Pyramid, crop: Crop, chips: Float32Array, offset = 0, size = CHIP): void {
  const { level, placement } = levelFor(pyramid, placementOf(mesh, crop, size));
  sample(level, placement, size, chips, { offset });
}

/** Writes the mirror image of the face chip at `offset` into the array, directly after that chip. */
export function mirror(chips: Float32Array, offset = 0, size = CHIP): void {
  for (let y = 0, to = offset + size * size * 3; y < size; y++) {
    for (let x = size - 1; x >= 0; x--, to += 3) {
      const from = offset + (y * size + x) * 3;
      chips.copyWithin(to, from, from + 3);
    }
  }
}
