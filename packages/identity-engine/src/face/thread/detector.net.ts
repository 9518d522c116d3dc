import type { FaceSquare } from '@countersign/face-geometry';
import type { GraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import type { Raster } from '../raster.js';

const INPUT = 256;
const HALF_RANGE = 127.5;
/** The number of values per anchor: a box and six landmarks. */
const VALUES = 16;
/** The two grids of anchors: the number per side, and the number at each position. */
const GRIDS = [
  { side: 16, each: 2 },
  { side: 8, each: 6 },
] as const;
const LEAST_CONFIDENCE = 0.3;
const MOST_OVERLAP = 0.1;
const MOST_FACES = 5;
/** The enlargement of the detected box, because the mesh net needs more surroundings. */
const ENLARGED = 1.4;
/** In radians. A face that leans less than this is cut out without rotation, which the mesh net tolerates. */
const UPRIGHT = 0.2;
const [NOSE, MOUTH] = [2, 3];

/** BlazeFace, a detector of faces near the camera. */
export class DetectorNet {
  readonly #anchors = GRIDS.flatMap(({ side, each }) => anchorsOf(side, each));

  constructor(private readonly graph: GraphModel) {}

  find(picture: Raster): FaceSquare[] {
    const rows = this.#run(picture);
    const [scaleX, scaleY] = [picture.width / INPUT, picture.height / INPUT];
    const candidates = this.#anchors.flatMap(([anchorX, anchorY], at): Candidate[] => {
      const value = (index: number): number => rows.values[at * VALUES + index] ?? 0;
      const confidence = 1 / (1 + Math.exp(-(rows.scores[at] ?? -Infinity)));
      if (confidence <= LEAST_CONFIDENCE) return [];
      const landmark = (index: number): [number, number] => [
        (value(4 + 2 * index) + anchorX) * scaleX,
        (value(5 + 2 * index) + anchorY) * scaleY,
      ];
      return [
        {
          x: (value(0) + anchorX) * scaleX,
          y: (value(1) + anchorY) * scaleY,
          width: value(2) * scaleX,
          height: value(3) * scaleY,
          lean: leanOf(landmark(MOUTH), landmark(NOSE)),
          confidence,
        },
      ];
    });
    return strongest(candidates).map(({ x, y, width, height, lean }) => {
      const side = ENLARGED * Math.max(width, height);
      return { x, y, side, lean: Math.abs(lean) > UPRIGHT ? lean : 0 };
    });
  }

  #run({ data, width, height }: Raster): { scores: number[]; values: number[] } {
    return tf.tidy(() => {
      const pixels = tf.tensor4d(Float32Array.from(data), [1, height, width, 3]);
      // The net needs a square input, so the picture is distorted.
      const square = tf.image.resizeBilinear(pixels, [INPUT, INPUT]);
      const input = tf.sub(tf.div(square, HALF_RANGE), 1);
      const outputs = [this.graph.execute(input)].flat();
      const of = (size: number, width: number): number[] => {
        const found = outputs.find(({ shape }) => shape[1] === size && shape[2] === width);
        if (!found) throw new Error(`The detector has no output of ${size} × ${width}`);
        return Array.from(found.dataSync());
      };
      const sizes = GRIDS.map(({ side, each }) => side * side * each);
      return {
        scores: sizes.flatMap((size) => of(size, 1)),
        values: sizes.flatMap((size) => of(size, VALUES)),
      };
    });
  }
}

interface Candidate {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lean: number;
  readonly confidence: number;
}

function anchorsOf(side: number, each: number): [number, number][] {
  const stride = INPUT / side;
  return Array.from({ length: side * side * each }, (_, at) => {
    const cell = Math.floor(at / each);
    return [stride * ((cell % side) + 0.5), stride * (Math.floor(cell / side) + 0.5)];
  });
}

/** The angle of the direction from mouth to nose, compared with upright. */
function leanOf([mouthX, mouthY]: [number, number], [noseX, noseY]: [number, number]): number {
  const angle = Math.PI / 2 - Math.atan2(mouthY - noseY, noseX - mouthX);
  return angle - 2 * Math.PI * Math.floor((angle + Math.PI) / (2 * Math.PI));
}

/** Keeps the most confident of overlapping candidates. */
function strongest(candidates: readonly Candidate[]): Candidate[] {
  const kept: Candidate[] = [];
  for (const candidate of [...candidates].sort((a, b) => b.confidence - a.confidence)) {
    if (kept.length < MOST_FACES && kept.every((other) => overlap(candidate, other) <= MOST_OVERLAP))
      kept.push(candidate);
  }
  return kept;
}

function overlap(a: Candidate, b: Candidate): number {
  const along = (p: number, pSize: number, q: number, qSize: number): number =>
    Math.max(0, Math.min(p + pSize / 2, q + qSize / 2) - Math.max(p - pSize / 2, q - qSize / 2));
  const both = along(a.x, a.width, b.x, b.width) * along(a.y, a.height, b.y, b.height);
  return both / (a.width * a.height + b.width * b.height - both || 1);
}
