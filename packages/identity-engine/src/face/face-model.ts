import files from '../models.json' with { type: 'json' };
import type { OnnxNet } from './onnx-net.js';

export const distanceKinds = ['euclidean', 'cosine'] as const;

/**
 * The likeness from which two faces count as the same person in the search for duplicates. It is higher than for a
 * match, because a selfie is compared with thousands of stored faces, and the chance of a random match grows with their
 * number. It corresponds to a distance of 0.425 with dlib's net and of 0.40 with MobileFaceNet.
 */
export const DUPLICATE_LIKENESS = 0.946;

export interface FaceModelFacts {
  readonly name: string;
  readonly distance: (typeof distanceKinds)[number];
  /** The distance that corresponds to a likeness of 0.8. */
  readonly match: number;
  /** The distance that corresponds to a likeness of 0.6. */
  readonly retry: number;
  /** The distance of a duplicate. Default: `match` minus 1.5 times the difference of `retry` and `match`. */
  readonly duplicate?: number;
  /** A net for ONNX Runtime. Without it, dlib's net runs on TensorFlow.js. */
  readonly net?: OnnxNet;
}

type Descriptor = readonly number[];

const odds = (likeness: number): number => Math.log(1 / likeness - 1);
const MATCH_ODDS = odds(0.8);

/** A net that describes faces, and the meaning of distances between its descriptors. */
export class FaceModel {
  /**
   * dlib's net, in the public domain. The average distance is 0.42 for the same person, and 0.84 for different people.
   */
  static readonly dlib = new FaceModel({
    name: 'dlib-resnet-v1/six-crops-1',
    distance: 'euclidean',
    match: 0.48,
    retry: 0.6,
    duplicate: 0.425,
  });

  /**
   * Fewer false non-matches than dlib's net, in a quarter of the time. Its training pictures have their own licence
   * terms (docs/decisions/41-two-face-nets.md).
   */
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

  /** Stored with every descriptor, because descriptors of different models cannot be compared. */
  readonly name: string;
  readonly net: OnnxNet | undefined;
  readonly distance: FaceModelFacts['distance'];
  readonly #match: number;
  /** How much the distance grows with the log odds of the likeness, below and above a match. */
  readonly #slopes: readonly [near: number, far: number];

  constructor({ name, distance, match, retry, duplicate, net }: FaceModelFacts) {
    [this.name, this.net, this.distance, this.#match] = [name, net, distance, match];
    const far = (retry - match) / (odds(0.6) - MATCH_ODDS);
    const near = duplicate === undefined ? far : (match - duplicate) / (MATCH_ODDS - odds(DUPLICATE_LIKENESS));
    this.#slopes = [near, far];
  }

  /**
   * The likeness of two faces, from 0 to 1. Settings and results use likeness, because distances mean something else
   * with every model.
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

  /** An upper bound of the distance between any two of these descriptors. */
  largestDistance(descriptors: readonly Descriptor[]): number {
    if (this.distance === 'cosine') return 2;
    return 2 * descriptors.reduce((most, one) => Math.max(most, Math.sqrt(product(one, one))), 0.5);
  }

  likenessOf(a: Descriptor, b: Descriptor): number {
    return this.likenessAt(this.distanceOf(a, b));
  }

  /** The median distance, so that a single bad or lucky frame does not decide. */
  medianDistance(descriptor: Descriptor, others: readonly Descriptor[]): number {
    const distances = others.map((other) => this.distanceOf(descriptor, other)).sort((a, b) => a - b);
    const [lower, upper] = [distances[(distances.length - 1) >> 1], distances[distances.length >> 1]];
    if (lower === undefined || upper === undefined) throw new RangeError('There is nothing to compare with');
    return (lower + upper) / 2;
  }
}

const product = (a: Descriptor, b: Descriptor): number =>
  a.reduce((sum, value, index) => sum + value * (b[index] ?? 0), 0);
