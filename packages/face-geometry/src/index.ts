export type { Box, HeldFace, Mesh, Pose, Vertex } from './face.js';
export {
  boxOf,
  distanceBetween,
  eyeDistanceOf,
  type FaceSquare,
  mouthOpening,
  poseOf,
  squareAround,
  VERTEX,
  vertex,
} from './mesh.js';
export { moveShown, type Neutral, neutralOf, type ShownMove } from './shown-move.js';
