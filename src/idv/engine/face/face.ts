import type { OnnxNet } from './onnx-net.js';

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

/** Of the aligned face, from 0 to 1. */
export interface FaceLight {
  /** How much detail there is, as blur takes it away. */
  readonly sharpness: number;
  readonly brightness: number;
  readonly contrast: number;
  /** How much of it is shaded, as skin is and the surfaces of a drawing are not. */
  readonly shading: number;
}

/** Mean red, green and blue, as amounts of light. */
export type Tone = readonly [red: number, green: number, blue: number];

export interface FaceTones {
  readonly face: Tone;
  /** Beside the head and above it. Undefined where it fills the picture. */
  readonly behind?: Tone;
}

export interface FoundFace {
  readonly mesh: Mesh;
  readonly box: Box;
  readonly pose: Pose;
  /** Between the outer corners of the eyes, in pixels. */
  readonly eyeDistance: number;
  readonly confidence: number;
  readonly light: FaceLight;
  /** Of the largest face. */
  readonly tones?: FaceTones;
  /** What the person looks like, as numbers. Of the largest face, where it was asked for. */
  readonly descriptor?: readonly number[];
}

export interface FoundFaces {
  readonly width: number;
  readonly height: number;
  /** The largest first. */
  readonly faces: readonly FoundFace[];
  /** Of the decoded picture, made small: two frames of a camera never have the same. */
  readonly fingerprint: string;
}

/**
 * `full` for a picture that decides alone, `half` for one of several whose median decides, `fast` to tell whether two frames
 * show one person, `none` where only the mesh is of interest.
 */
export type DescriptorEffort = 'full' | 'half' | 'fast' | 'none';

export interface FaceJob {
  readonly picture: Uint8Array;
  readonly effort: DescriptorEffort;
  readonly mostFaces: number;
  /** What describes the face. Without it, the net that comes with the program. */
  readonly net?: OnnxNet | undefined;
}
