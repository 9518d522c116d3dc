import type { FaceFault } from './face-fault.js';
import type { FoundFace, FoundFaces } from './face.js';

export interface FaceLimits {
  readonly fault: FaceFault;
  readonly ok: (face: FoundFace, found: FoundFaces) => boolean;
}

const SMALLEST_EYE_DISTANCE = { selfie: 60, portrait: 24 };
/**
 * Limits of areas: the smallest face to compare, relative to the picture, and the largest other face, relative to the
 * face to compare.
 */
const SMALLEST_FACE = 0.05;
const LARGEST_SECOND_FACE = 0.25;
/** The farthest turn of a face to compare, in degrees. Beyond it, most comparisons with the same person fail. */
export const MOST_YAW = 25;
const MOST_PITCH = 25;
/**
 * Less sharp faces are refused as blurred. Blur to a tenth of the usual sharpness changes the descriptor by a third of
 * the distance that a match allows.
 */
const LEAST_SHARPNESS = { selfie: 0.075, portrait: 0.045 };
const BRIGHTNESS = { least: 0.06, most: 0.93 };
const LEAST_CONTRAST = 0.02;
/**
 * A face with less shading counts as drawn. Measured: at least 0.55 for 107 real faces, even if printed pale, small and
 * grey, and at most 0.40 for 48 drawn ones.
 */
const LEAST_SHADING = 0.47;

const areaOf = ({ box }: FoundFace): number => box.width * box.height;
const alone = (face: FoundFace, { faces }: FoundFaces): boolean =>
  faces.every((other) => other === face || areaOf(other) <= LARGEST_SECOND_FACE * areaOf(face));
const straight = ({ pose }: FoundFace): boolean => Math.abs(pose.yaw) <= MOST_YAW && Math.abs(pose.pitch) <= MOST_PITCH;
const bright = ({ light }: FoundFace): boolean =>
  light.brightness >= BRIGHTNESS.least && light.contrast >= LEAST_CONTRAST;

const photographed = ({ light }: FoundFace): boolean => light.shading >= LEAST_SHADING;

const selfieLimits: readonly FaceLimits[] = [
  { fault: 'several_faces', ok: alone },
  { fault: 'face_too_small', ok: (face) => face.eyeDistance >= SMALLEST_EYE_DISTANCE.selfie },
  { fault: 'face_too_small', ok: (face, { width, height }) => areaOf(face) >= SMALLEST_FACE * width * height },
  { fault: 'face_turned', ok: straight },
  { fault: 'face_too_dark', ok: bright },
  { fault: 'face_too_bright', ok: ({ light }) => light.brightness <= BRIGHTNESS.most },
  { fault: 'face_blurred', ok: ({ light }) => light.sharpness >= LEAST_SHARPNESS.selfie },
  { fault: 'no_face', ok: photographed },
];

/**
 * For portraits, other faces are allowed: the largest face is the portrait, and many documents print a smaller copy.
 */
const portraitLimits: readonly FaceLimits[] = [
  { fault: 'face_too_small', ok: (face) => face.eyeDistance >= SMALLEST_EYE_DISTANCE.portrait },
  { fault: 'face_turned', ok: straight },
  { fault: 'face_blurred', ok: ({ light }) => light.sharpness >= LEAST_SHARPNESS.portrait },
  { fault: 'no_face', ok: photographed },
];

const limitsOf = { selfie: selfieLimits, portrait: portraitLimits };

/** The face to compare, or its first fault. A face that is not a photograph counts as no face. */
export function judged(found: FoundFaces, as: keyof typeof limitsOf): FoundFace | FaceFault {
  const [face] = found.faces;
  if (!face) return 'no_face';
  return limitsOf[as].find(({ ok }) => !ok(face, found))?.fault ?? face;
}

/** A score from 0 to 1, to choose the best of several frames. */
export const fitness = ({ pose, light }: FoundFace): number =>
  (1 - Math.min(1, Math.hypot(pose.yaw, pose.pitch) / 45)) * Math.min(1, light.sharpness / 0.15);
