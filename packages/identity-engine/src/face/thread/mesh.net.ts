import { type FaceSquare, squareAround } from '@countersign/face-geometry';
import type { GraphModel } from '@tensorflow/tfjs-converter';
import * as tf from '@tensorflow/tfjs-core';
import { levelFor } from '../alignment.js';
import type { Mesh } from '../face.js';
import { sample, type Placement, type Pyramid, type Raster } from '../raster.js';

const INPUT = 192;
const VERTICES = 468;
const LEAST_CONFIDENCE = 0.3;
/** The first refit corrects a misplaced mesh, the second removes the remaining error. */
const REFITS = 2;
/** The scale of depth with which the pose was calibrated. It makes angles smaller than those of the real head. */
const DEPTH = 1 / 1.5;

export interface FittedMesh {
  readonly mesh: Mesh;
  readonly confidence: number;
}

/** MediaPipe's face mesh, which fits 468 vertices to the surface of a face. Undefined if it sees no face. */
export class MeshNet {
  constructor(private readonly graph: GraphModel) {}

  fit(picture: Raster, square: FaceSquare): FittedMesh | undefined {
    const placement = placementIn(square);
    return this.#fit(picture, placement, placement);
  }

  /**
   * Fits the mesh again in the square around the current mesh, which is closer to the face than the detector's square.
   * The first mesh of a printed portrait is often misplaced, so that the wrong area would be described.
   */
  refit(mesh: Mesh, pyramid: Pyramid): Mesh {
    let best = mesh;
    for (let refit = 0; refit < REFITS; refit++) {
      const placement = placementIn(squareAround(best));
      const { level, placement: inLevel } = levelFor(pyramid, placement);
      const found = this.#fit(level, inLevel, placement);
      if (!found) break;
      best = found.mesh;
    }
    return best;
  }

  /** `from` maps the net's pixels to the examined picture, `to` maps them to the coordinates of the resulting mesh. */
  #fit(picture: Raster, from: Placement, to: Placement): FittedMesh | undefined {
    const pixels = new Float32Array(INPUT * INPUT * 3);
    sample(picture, from, INPUT, pixels, { blackOutside: true });
    const { confidence, values } = this.#run(pixels);
    if (confidence < LEAST_CONFIDENCE) return undefined;
    const { a, b, tx, ty } = to;
    const depth = Math.hypot(a, b) * DEPTH;
    const mesh = Array.from({ length: VERTICES }, (_, index) => {
      const [x = 0, y = 0, z = 0] = values.subarray(3 * index, 3 * index + 3);
      return { x: a * x - b * y + tx, y: b * x + a * y + ty, z: z * depth };
    });
    return { mesh, confidence };
  }

  #run(pixels: Float32Array): { confidence: number; values: Float32Array } {
    return tf.tidy(() => {
      const outputs = [this.graph.execute(tf.div(tf.tensor4d(pixels, [1, INPUT, INPUT, 3]), 255))].flat();
      const of = (size: number): Float32Array => {
        const found = outputs.find((output) => output.size === size);
        if (!found) throw new Error(`The mesh has no output of ${size}`);
        return found.dataSync<'float32'>();
      };
      return { confidence: of(1)[0] ?? 0, values: of(3 * VERTICES) };
    });
  }
}

function placementIn({ x, y, side, lean }: FaceSquare): Placement {
  const scale = side / INPUT;
  const [a, b] = [scale * Math.cos(lean), scale * Math.sin(lean)];
  const half = INPUT / 2;
  return { a, b, tx: x - a * half + b * half, ty: y - b * half - a * half };
}
