import type { Box, Mesh, Pose } from '@countersign/face-geometry';
import type { OnnxNet } from './onnx-net.js';

export type { Box, Mesh, Pose, Vertex } from '@countersign/face-geometry';

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
