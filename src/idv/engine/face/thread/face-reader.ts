import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import { CHIP, CROPS, FAST_CROPS, HALF_CROPS, levelFor, placementOf, type Crop } from '../alignment.js';
import type { DescriptorEffort, FaceJob, FaceLight, FoundFace, FoundFaces, Mesh } from '../face.js';
import { boxOf, eyeDistanceOf, poseOf } from '../mesh.js';
import { decode, fingerprintOf, Pyramid, resized, sample, type Raster } from '../raster.js';
import { DESCRIPTOR_LENGTH, DescriptorNet } from './descriptor.net.js';
import { DetectorNet } from './detector.net.js';
import { lightOf } from './light.js';
import { MeshNet } from './mesh.net.js';
import { graphOf, modelFile, MODELS } from './model-files.js';
import { RecentPictures } from './recent-pictures.js';

/** The detector looks at a smaller copy. */
const LONGEST_SEARCHED = 1_024;
/** A tight crop gets room around it, and is enlarged up to twice. */
const TIGHT = { smallSide: 300, longestSide: 400, mostEnlarged: 2 };

const CHIP_VALUES = CHIP * CHIP * 3;
const crops: Readonly<Record<DescriptorEffort, readonly Crop[]>> = {
  full: CROPS,
  half: HALF_CROPS,
  fast: FAST_CROPS,
  none: [],
};

/** Finds the faces of a picture and describes them. For one thread: it runs one net after the other. */
export class FaceReader {
  readonly #recent = new RecentPictures<Looked>();

  private constructor(
    private readonly detector: DetectorNet,
    private readonly meshes: MeshNet,
    private readonly descriptor: DescriptorNet,
  ) {}

  static async load(): Promise<FaceReader> {
    modelFile('tfjs-backend-wasm-simd.wasm');
    setWasmPaths(MODELS);
    tf.env().set('PROD', true); // the checks of shapes and types would be made with every call
    await tf.setBackend('wasm');
    const [detector, mesh] = [await graphOf('detector'), await graphOf('mesh')];
    return new FaceReader(new DetectorNet(detector), new MeshNet(mesh), new DescriptorNet());
  }

  async read({ picture, effort, mostFaces }: FaceJob): Promise<FoundFaces> {
    const { raster, found, fingerprint } = await this.#recent.of(picture, () => this.#look(picture));
    const pyramid = new Pyramid(raster);
    const faces = found
      .slice(0, mostFaces)
      .map((face, index) => this.#describe(face, pyramid, index === 0 ? crops[effort] : []));
    return { width: raster.width, height: raster.height, faces, fingerprint };
  }

  async #look(picture: Uint8Array): Promise<Looked> {
    const raster = await decode(picture);
    return { raster, found: await this.#search(raster), fingerprint: await fingerprintOf(raster) };
  }

  async #search(raster: Raster): Promise<Found[]> {
    const longest = Math.max(raster.width, raster.height);
    const far = Math.min(1, LONGEST_SEARCHED / longest);
    const near =
      longest < TIGHT.smallSide ? TIGHT.mostEnlarged : Math.min(TIGHT.mostEnlarged, TIGHT.longestSide / longest);
    const found = await this.#searchAt(raster, far, 0);
    return found.length > 0 ? found : this.#searchAt(raster, near, 1);
  }

  async #searchAt(raster: Raster, scale: number, border: number): Promise<Found[]> {
    const copy = await resized(raster, scale, border);
    const [offsetX, offsetY] = [raster.width * border, raster.height * border];
    const found = this.detector.find(copy).flatMap((square) => this.meshes.fit(copy, square) ?? []);
    return found
      .map(({ mesh, confidence }) => ({
        confidence,
        mesh: mesh.map(({ x, y, z }) => ({ x: x / scale - offsetX, y: y / scale - offsetY, z: z / scale })),
      }))
      .sort((a, b) => areaOf(b.mesh) - areaOf(a.mesh));
  }

  #describe({ mesh, confidence }: Found, pyramid: Pyramid, wanted: readonly Crop[]): FoundFace {
    const chips = new Float32Array(2 * Math.max(1, wanted.length) * CHIP_VALUES);
    (wanted.length > 0 ? wanted : FAST_CROPS).forEach((crop, index) => {
      const { level, placement } = levelFor(pyramid, placementOf(mesh, crop));
      sample(level, placement, CHIP, chips, { offset: 2 * index * CHIP_VALUES });
      mirror(chips, 2 * index * CHIP_VALUES);
    });
    const light: FaceLight = lightOf(chips.subarray(0, CHIP_VALUES));
    const face = { mesh, box: boxOf(mesh), pose: poseOf(mesh), eyeDistance: eyeDistanceOf(mesh), confidence, light };
    if (wanted.length === 0) return face;
    return { ...face, descriptor: meanOf(this.descriptor.describe(chips, 2 * wanted.length)) };
  }
}

interface Looked {
  readonly raster: Raster;
  readonly found: readonly Found[];
  readonly fingerprint: string;
}

interface Found {
  readonly mesh: Mesh;
  readonly confidence: number;
}

function areaOf(mesh: Mesh): number {
  const { width, height } = boxOf(mesh);
  return width * height;
}

/** The chip at `offset`, mirrored, is put behind it. */
function mirror(chips: Float32Array, offset: number): void {
  for (let y = 0, to = offset + CHIP_VALUES; y < CHIP; y++) {
    for (let x = CHIP - 1; x >= 0; x--, to += 3) {
      const from = offset + (y * CHIP + x) * 3;
      chips.copyWithin(to, from, from + 3);
    }
  }
}

/** Not brought to length 1: the plain mean tells faces apart better. */
function meanOf(descriptors: Float32Array): number[] {
  const count = descriptors.length / DESCRIPTOR_LENGTH;
  const mean = new Array<number>(DESCRIPTOR_LENGTH).fill(0);
  descriptors.forEach((value, at) => {
    const index = at % DESCRIPTOR_LENGTH;
    mean[index] = (mean[index] ?? 0) + value / count;
  });
  return mean;
}
