import { boxOf, type FaceSquare, type Mesh, type Pose, poseOf, squareAround } from '@countersign/face-geometry';
import type { Area } from '../grey.js';
import { Detector } from './detector.js';
import { Net, type PackedNet } from './net.js';
import { sampled, type Picture, type Placement } from './sampling.js';

export interface FaceNets {
  readonly detector: PackedNet;
  readonly mesh: PackedNet;
  /** The indexes of the mesh points that the reduced net returns. */
  readonly vertices: readonly number[];
}

/** Coordinates are in pixels of the examined picture. */
export interface FaceInSight {
  readonly box: Area;
  readonly pose: Pose;
  readonly mesh: Mesh;
}

const MESH_AT = 192;
const VERTICES = 468;
const LEAST_CONFIDENCE = 0.3;
/**
 * The depth of the face mesh is scaled by the same factor as on the server, so that both calculate the same angles of
 * the head.
 */
const DEPTH = 1 / 1.5;

/** Finds the face in successive pictures. In each picture, it first looks where the face was in the previous one. */
export class FaceSeeker {
  readonly #detector: Detector;
  readonly #mesh: Net;
  readonly #vertices: readonly number[];
  #square: FaceSquare | undefined;

  constructor({ detector, mesh, vertices }: FaceNets) {
    this.#detector = new Detector(new Net(detector));
    this.#mesh = new Net(mesh);
    this.#vertices = vertices;
  }

  see(picture: Picture): FaceInSight | undefined {
    const mesh = (this.#square && this.#fit(picture, this.#square)) ?? this.#anew(picture);
    this.#square = mesh && squareAround(mesh);
    return mesh && { box: boxOf(mesh), pose: poseOf(mesh), mesh };
  }

  /**
   * Fits the mesh twice, the second time in the square around the first mesh: the detector's square is sometimes off.
   */
  #anew(picture: Picture): Mesh | undefined {
    const found = this.#detector.find(picture);
    const mesh = found && this.#fit(picture, found);
    return mesh && this.#fit(picture, squareAround(mesh));
  }

  #fit(picture: Picture, square: FaceSquare): Mesh | undefined {
    const placement = placementOf(square);
    const [positions, flag] = this.#mesh.run(sampled(picture, placement, MESH_AT));
    const confidence = 1 / (1 + Math.exp(-(flag?.data[0] ?? -Infinity)));
    if (!positions || confidence < LEAST_CONFIDENCE) return undefined;
    const { a, b, tx, ty } = placement;
    const depth = Math.hypot(a, b) * DEPTH;
    const found = this.#vertices.map((_, at) => {
      const [x = 0, y = 0, z = 0] = positions.data.subarray(3 * at, 3 * at + 3);
      return { x: a * x - b * y + tx, y: b * x + a * y + ty, z: z * depth };
    });
    return this.#whole(found);
  }

  /** Fills the points that the net does not return with one of the found points, so that the outline stays the same. */
  #whole(found: Mesh): Mesh {
    const [any = { x: 0, y: 0, z: 0 }] = found;
    const mesh = new Array<Mesh[number]>(VERTICES).fill(any);
    this.#vertices.forEach((vertex, at) => (mesh[vertex] = found[at] ?? any));
    return mesh;
  }
}

function placementOf({ x, y, side, lean }: FaceSquare): Placement {
  const scale = side / MESH_AT;
  const [a, b] = [scale * Math.cos(lean), scale * Math.sin(lean)];
  const half = MESH_AT / 2;
  return { a, b, tx: x - a * half + b * half, ty: y - b * half - a * half };
}
