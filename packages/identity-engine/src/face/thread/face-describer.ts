import { CHIP, CROPS, FAST_CROPS, HALF_CROPS, type Crop } from '../alignment.js';
import type { DescriptorEffort, Mesh } from '../face.js';
import type { Pyramid } from '../raster.js';
import { cutOut, mirror } from './chips.js';
import { DESCRIPTOR_LENGTH, DescriptorNet } from './descriptor.net.js';

export type Effort = Exclude<DescriptorEffort, 'none'>;

/** Describes a face by numbers that are close for the same person. */
export interface FaceDescriber {
  describe(mesh: Mesh, pyramid: Pyramid, effort: Effort): Promise<number[]> | number[];
}

const CHIP_VALUES = CHIP * CHIP * 3;
const crops: Readonly<Record<Effort, readonly Crop[]>> = { full: CROPS, half: HALF_CROPS, fast: FAST_CROPS };

/** dlib's net, applied to up to six crops and their mirror images. */
export class MultiCropDescriber implements FaceDescriber {
  readonly #net = new DescriptorNet();

  describe(mesh: Mesh, pyramid: Pyramid, effort: Effort): number[] {
    const wanted = crops[effort];
    const chips = new Float32Array(2 * wanted.length * CHIP_VALUES);
    wanted.forEach((crop, index) => {
      cutOut(mesh, pyramid, crop, chips, 2 * index * CHIP_VALUES);
      mirror(chips, 2 * index * CHIP_VALUES);
    });
    return meanOf(this.#net.describe(chips, 2 * wanted.length));
  }
}

/** The mean is not normalized to length 1, because the plain mean distinguishes faces better. */
function meanOf(descriptors: Float32Array): number[] {
  const count = descriptors.length / DESCRIPTOR_LENGTH;
  const mean = new Array<number>(DESCRIPTOR_LENGTH).fill(0);
  descriptors.forEach((value, at) => {
    const index = at % DESCRIPTOR_LENGTH;
    mean[index] = (mean[index] ?? 0) + value / count;
  });
  return mean;
}
