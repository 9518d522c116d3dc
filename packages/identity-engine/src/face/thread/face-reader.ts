import { boxOf, eyeDistanceOf, poseOf } from '@countersign/face-geometry';
import { setWasmPaths } from '@tensorflow/tfjs-backend-wasm';
import * as tf from '@tensorflow/tfjs-core';
import { CHIP, FIRST_CROP } from '../alignment.js';
import type { DescriptorEffort, FaceJob, FaceLight, FoundFace, FoundFaces, Mesh } from '../face.js';
import type { OnnxNet } from '../onnx-net.js';
import { modelFile, MODELS } from '../../model-files.js';
import { decode, fingerprintOf, Pyramid, resized, stretched, type Raster } from '../raster.js';
import { cutOut } from './chips.js';
import { DetectorNet } from './detector.net.js';
import { MultiCropDescriber, type FaceDescriber } from './face-describer.js';
import { lightOf } from './light.js';
import { tonesOf } from './tones.js';
import { MeshNet } from './mesh.net.js';
import { graphOf } from './graph-files.js';
import { RecentPictures } from './recent-pictures.js';

/** The longest side of the copy that the face detector searches. */
const LONGEST_SEARCHED = 1_024;
/** Pictures that are cropped closely around a face get a margin, and are enlarged to at most twice their size. */
const TIGHT = { smallSide: 300, longestSide: 400, mostEnlarged: 2 };

/** Finds and describes the faces of a picture. Each thread needs its own reader, which runs one net at a time. */
export class FaceReader {
  readonly #recent = new RecentPictures<Looked>();

  private constructor(
    private readonly detector: DetectorNet,
    private readonly meshes: MeshNet,
    private readonly describer: FaceDescriber,
  ) {}

  /** Loads the nets. `net` is the operator's own net, for which ONNX Runtime is loaded. */
  static async load(net?: OnnxNet): Promise<FaceReader> {
    modelFile('tfjs-backend-wasm-simd.wasm');
    setWasmPaths(MODELS);
    tf.env().set('PROD', true); // turns off checks of shapes and types in every call
    await tf.setBackend('wasm');
    const [detector, mesh] = [await graphOf('detector'), await graphOf('mesh')];
    const describer = net
      ? await (await import('./onnx-describer.js')).OnnxDescriber.load(net)
      : new MultiCropDescriber();
    return new FaceReader(new DetectorNet(detector), new MeshNet(mesh), describer);
  }

  async read({ picture, effort, mostFaces }: FaceJob): Promise<FoundFaces> {
    const { raster, found, fingerprint } = await this.#recent.of(picture, () => this.#look(picture));
    const pyramid = new Pyramid(raster);
    const faces: FoundFace[] = [];
    for (const face of found.slice(0, mostFaces)) {
      const isFirst = faces.length === 0;
      const described = await this.#describe(face, pyramid, isFirst ? effort : 'none');
      faces.push(isFirst ? { ...described, tones: tonesOf(described.box, raster) } : described);
    }
    return { width: raster.width, height: raster.height, faces, fingerprint };
  }

  async #look(picture: Uint8Array): Promise<Looked> {
    const raster = await decode(picture);
    const fingerprint = await fingerprintOf(raster);
    const found = await this.#search(raster);
    if (found.length > 0) return { raster, found, fingerprint };
    const clearer = await stretched(raster);
    return { raster: clearer, found: await this.#search(clearer), fingerprint };
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

  /** The mesh of a face that is described is fitted again, because the first fit is poor for heads that lean. */
  async #describe({ mesh, confidence }: Found, pyramid: Pyramid, effort: DescriptorEffort): Promise<FoundFace> {
    if (effort === 'none') return faceIn(mesh, confidence, pyramid);
    const fitted = this.meshes.refit(mesh, pyramid);
    const descriptor = await this.describer.describe(fitted, pyramid, effort);
    return { ...faceIn(fitted, confidence, pyramid), descriptor };
  }
}

function faceIn(mesh: Mesh, confidence: number, pyramid: Pyramid): FoundFace {
  const light = lightIn(mesh, pyramid);
  return { mesh, box: boxOf(mesh), pose: poseOf(mesh), eyeDistance: eyeDistanceOf(mesh), confidence, light };
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

function lightIn(mesh: Mesh, pyramid: Pyramid): FaceLight {
  const chip = new Float32Array(CHIP * CHIP * 3);
  cutOut(mesh, pyramid, FIRST_CROP, chip);
  return lightOf(chip);
}
