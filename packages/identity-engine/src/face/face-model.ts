import files from '../models.json' with { type: 'json' };
import type { OnnxNet } from './onnx-net.js';

export const distanceKinds = ['euclidean', 'cosine'] as const;

/**
 * A selfie is compared with thousands of kept faces, and the chance that one of them looks alike grows with their number. So
 * a duplicate is far more alike than a match: with dlib's net a distance of 0.425, with MobileFaceNet one of 0.40.
 */
export const DUPLICATE_LIKENESS = 0.946;

export interface FaceModelFacts {
  readonly name: string;
  readonly distance: (typeof distanceKinds)[number];
  /** The distance that is a likeness of 0.8. */
  readonly match: number;
  /** The distance that is a likeness of 0.6. */
  readonly retry: number;
  /** The distance of a duplicate. Without it: `match` less 1.5 times what lies between `match` and `retry`. */
  readonly duplicate?: number;
  /** Run by ONNX Runtime. Without it, dlib's net, which TensorFlow.js runs. */
  readonly net?: OnnxNet;
}

type Descriptor = readonly number[];

const odds = (likeness: number): number => Math.log(1 / likeness - 1);
const MATCH_ODDS = odds(0.8);

/** A net that describes faces, and what the distances between its descriptors mean. */
export class FaceModel {
  /** dlib's net, in the public domain. The same person is at 0.42 on average, another one at 0.84. */
  static readonly dlib = new FaceModel({
    name: 'dlib-resnet-v1/six-crops-1',
    distance: 'euclidean',
    match: 0.48,
    retry: 0.6,
    duplicate: 0.425,
  });

  /** Fewer misses in a quarter of the time, learned from pictures that have terms of their own: see decision 41. */
  static readonly mobileFaceNet = new FaceModel({
    name: 'mobilefacenet/arcface-1',
    distance: 'cosine',
    match: 0.52,
    retry: 0.6,
    net: {
      file: 'mobilefacenet.onnx',
      sha256: files['mobilefacenet.onnx'].sha256,
      input: { size: 112, layout: 'NCHW', colors: 'RGB', mean: [127.5, 127.5, 127.5], scale: 1 / 128 },
      alignment: 'arcface',
    },
  });

  /** Kept with every descriptor: those of different models cannot be compared. */
  readonly name: string;
  readonly net: OnnxNet | undefined;
  readonly distance: FaceModelFacts['distance'];
  readonly #match: number;
  /** By how much the distance grows with the odds: up to a match, and beyond. */
  readonly #slopes: readonly [near: number, far: number];

  constructor({ name, distance, match, retry, duplicate, net }: FaceModelFacts) {
    [this.name, this.net, this.distance, this.#match] = [name, net, distance, match];
    const far = (retry - match) / (odds(0.6) - MATCH_ODDS);
    const near = duplicate === undefined ? far : (match - duplicate) / (MATCH_ODDS - odds(DUPLICATE_LIKENESS));
    this.#slopes = [near, far];
  }

  /**
   * How alike two faces are, from 0 to 1. Settings and results speak of likeness, since a distance means something else with
   * every model.
   */
  likenessAt(distance: number): number {
    const beyond = distance - this.#match;
    return 1 / (1 + Math.exp(MATCH_ODDS + beyond / this.#slopes[beyond < 0 ? 0 : 1]));
  }

  distanceAt(likeness: number): number {
    const beyond = odds(likeness) - MATCH_ODDS;
    return this.#match + this.#slopes[beyond < 0 ? 0 : 1] * beyond;
  }

  distanceOf(a: Descriptor, b: Descriptor): number {
    if (a.length !== b.length) throw new RangeError('Descriptors of different lengths cannot be compared');
    if (this.distance === 'cosine') return 1 - product(a, b) / (Math.sqrt(product(a, a) * product(b, b)) || 1);
    return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));
  }

  /** No two of them are further apart. */
  largestDistance(descriptors: readonly Descriptor[]): number {
    if (this.distance === 'cosine') return 2;
    return 2 * descriptors.reduce((most, one) => Math.max(most, Math.sqrt(product(one, one))), 0.5);
  }

  likenessOf(a: Descriptor, b: Descriptor): number {
    return this.likenessAt(this.distanceOf(a, b));
  }

  /** The median, so that neither one bad frame nor one lucky one decides. */
  medianDistance(descriptor: Descriptor, others: readonly Descriptor[]): number {
    const distances = others.map((other) => this.distanceOf(descriptor, other)).sort((a, b) => a - b);
    const [lower, upper] = [distances[(distances.length - 1) >> 1], distances[distances.length >> 1]];
    if (lower === undefined || upper === undefined) throw new RangeError('There is nothing to compare with');
    return (lower + upper) / 2;
  }
}

const product = (a: Descriptor, b: Descriptor): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
