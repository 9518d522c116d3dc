/** A vertex of the mesh, in pixels of the picture. The zero of `z` is arbitrary; it grows away from the camera. */
export interface Vertex {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** 468 vertices in MediaPipe's order. "Left" and "right" are from the person's view. */
export type Mesh = readonly Vertex[];

/**
 * Angles in degrees, as the mesh shows them: about two thirds of the head's real turn. Yaw grows as the person turns to
 * their left, pitch as they look up, roll as they lean to their left.
 */
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

/**
 * The members of a face that are needed to recognize a move, such as a turn of the head. The browser computes them too.
 */
export interface HeldFace {
  readonly mesh: Mesh;
  readonly pose: Pose;
}
