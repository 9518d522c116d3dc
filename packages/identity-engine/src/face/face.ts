import type { Box, Mesh, Pose } from '@countersign/face-geometry';
import type { OnnxNet } from './onnx-net.js';

export type { Box, Mesh, Pose, Vertex } from '@countersign/face-geometry';

/** Measurements of the light on the aligned face, from 0 to 1. */
export interface FaceLight {
  /** The amount of fine detail, which blur reduces. */
  readonly sharpness: number;
  readonly brightness: number;
  readonly contrast: number;
  /** How evenly the shading covers the face: high for skin, which is shaded everywhere, and low for a drawing. */
  readonly shading: number;
}

/** Mean red, green and blue, as linear amounts of light. */
export type Tone = readonly [red: number, green: number, blue: number];

export interface FaceTones {
  readonly face: Tone;
  /** The mean colour of the background beside and above the head. Undefined if the head fills the picture. */
  readonly behind?: Tone;
}

export interface FoundFace {
  readonly mesh: Mesh;
  readonly box: Box;
  readonly pose: Pose;
  /** The distance between the outer corners of the eyes, in pixels. */
  readonly eyeDistance: number;
  readonly confidence: number;
  readonly light: FaceLight;
  /** The mean colours of the face and of the background, which the light of the screen changes. Only for the largest. */
  readonly tones?: FaceTones;
  /** The net's description of the person. Only for the largest face, and only if it was asked for. */
  readonly descriptor?: readonly number[];
}

export interface FoundFaces {
  readonly width: number;
  readonly height: number;
  /** The found faces, the largest first. */
  readonly faces: readonly FoundFace[];
  /** A hash of the reduced picture. Two frames of a real camera never have the same. */
  readonly fingerprint: string;
}

/**
 * How much work a descriptor is worth. `full`: the picture decides alone. `half`: the median of several pictures
 * decides. `fast`: only tells whether two frames show the same person. `none`: only the mesh is needed.
 */
export type DescriptorEffort = 'full' | 'half' | 'fast' | 'none';

export interface FaceJob {
  readonly picture: Uint8Array;
  readonly effort: DescriptorEffort;
  readonly mostFaces: number;
  /** The net that describes the face, instead of the built-in one. */
  readonly net?: OnnxNet | undefined;
}
