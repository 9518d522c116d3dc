/** A vertex of the mesh, in pixels of the picture; z has its own origin and grows away from the camera. */
export interface Vertex {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** 468 vertices in MediaPipe's order. "Left" and "right" are those of the person. */
export type Mesh = readonly Vertex[];

/** Degrees, some two thirds of what the head turns by. Yaw grows as the person turns to their left, pitch as they look up, roll as they lean to their left. */
export interface Pose {
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
}

export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** The part of a face that is needed to tell a move. The page in the browser knows as much. */
export interface HeldFace {
  readonly mesh: Mesh;
  readonly pose: Pose;
}
