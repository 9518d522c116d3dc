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

/** Light on the aligned face, from 0 to 1. */
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
  /** Measured beside the head and above it. Undefined where it fills the picture. */
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
  /** Told for the largest face. */
  readonly tones?: FaceTones;
  /** The look of the person, as numbers. Told for the largest face, where it was asked for. */
  readonly descriptor?: readonly number[];
}

export interface FoundFaces {
  readonly width: number;
  readonly height: number;
  /** The largest first. */
  readonly faces: readonly FoundFace[];
  /** Mark of the decoded picture, made small: two frames of a camera never have the same. */
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
  /** Net that describes the face. Without it, the one that comes with the program. */
  readonly net?: OnnxNet | undefined;
}
