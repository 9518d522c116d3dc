import type { Box, Mesh, Pose, Vertex } from './face.js';

/** Vertices of MediaPipe's mesh, by the part of the face. "Left" and "right" are from the person's view. */
export const VERTEX = {
  forehead: 10,
  chin: 152,
  rightCheek: 234,
  leftCheek: 454,
  rightEyeOuter: 33,
  rightEyeInner: 133,
  leftEyeInner: 362,
  leftEyeOuter: 263,
  noseBridge: 168,
  noseTip: 4,
  noseBase: 2,
  upperLip: 13,
  lowerLip: 14,
  mouthRight: 78,
  mouthLeft: 308,
} as const;

export function vertex(mesh: Mesh, index: number): Vertex {
  const found = mesh[index];
  if (!found) throw new RangeError(`The mesh has no vertex ${index}`);
  return found;
}

type Axis = readonly [number, number, number];

const from = (a: Vertex, b: Vertex): Axis => [b.x - a.x, b.y - a.y, b.z - a.z];
const normal = ([x, y, z]: Axis): Axis => {
  const length = Math.hypot(x, y, z) || 1;
  return [x / length, y / length, z / length];
};
const cross = ([ax, ay, az]: Axis, [bx, by, bz]: Axis): Axis => [
  ay * bz - az * by,
  az * bx - ax * bz,
  ax * by - ay * bx,
];
const degrees = (radians: number): number => (radians * 180) / Math.PI;

/** Computes the pose from two axes of the head: forehead to chin, and cheek to cheek. */
export function poseOf(mesh: Mesh): Pose {
  const down = normal(from(vertex(mesh, VERTEX.forehead), vertex(mesh, VERTEX.chin)));
  const across = normal(from(vertex(mesh, VERTEX.rightCheek), vertex(mesh, VERTEX.leftCheek)));
  const ahead = normal(cross(across, down));
  const side = cross(down, ahead);
  return {
    yaw: degrees(Math.atan2(-ahead[0], side[0])),
    pitch: degrees(Math.atan2(-down[2], down[1])),
    roll: degrees(Math.atan2(-down[0], Math.hypot(side[0], ahead[0]))),
  };
}

export function boxOf(mesh: Mesh): Box {
  const [xs, ys] = [mesh.map(({ x }) => x), mesh.map(({ y }) => y)];
  const [left, top] = [Math.min(...xs), Math.min(...ys)];
  return { left, top, width: Math.max(...xs) - left, height: Math.max(...ys) - top };
}

export const distanceBetween = (mesh: Mesh, one: number, other: number): number => {
  const [a, b] = [vertex(mesh, one), vertex(mesh, other)];
  return Math.hypot(a.x - b.x, a.y - b.y);
};

export const eyeDistanceOf = (mesh: Mesh): number => distanceBetween(mesh, VERTEX.rightEyeOuter, VERTEX.leftEyeOuter);

/** A square around a face, in pixels of the picture. `x` and `y` are its centre. */
export interface FaceSquare {
  readonly x: number;
  readonly y: number;
  readonly side: number;
  /** How far the face leans to a side, in radians. */
  readonly lean: number;
}

/**
 * The size of the square, relative to the mesh. To follow a face, MediaPipe looks at an area 1.5 times as large, turned
 * so that the eyes are level.
 */
const AROUND_MESH = 1.5;

export function squareAround(mesh: Mesh): FaceSquare {
  const [right, left] = [vertex(mesh, VERTEX.rightEyeOuter), vertex(mesh, VERTEX.leftEyeOuter)];
  const lean = Math.atan2(left.y - right.y, left.x - right.x);
  const [cos, sin] = [Math.cos(lean), Math.sin(lean)];
  const box = boxOf(mesh.map(({ x, y, z }) => ({ x: cos * x + sin * y, y: cos * y - sin * x, z })));
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
  return {
    x: cos * x - sin * y,
    y: sin * x + cos * y,
    side: AROUND_MESH * Math.max(box.width, box.height),
    lean,
  };
}

/** The distance of the lips, relative to the height of the face, which does not change when the head turns. */
export const mouthOpening = (mesh: Mesh): number =>
  distanceBetween(mesh, VERTEX.upperLip, VERTEX.lowerLip) / (distanceBetween(mesh, VERTEX.forehead, VERTEX.chin) || 1);
