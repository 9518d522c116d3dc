import type { FaceFault } from './face-fault.js';
import type { FoundFace, FoundFaces } from './face.js';

export interface FaceLimits {
  readonly fault: FaceFault;
  readonly ok: (face: FoundFace, found: FoundFaces) => boolean;
}

const SMALLEST_EYE_DISTANCE = { selfie: 60, portrait: 24 };
/** As parts of the picture, and of the first face. */
const SMALLEST_FACE = 0.05;
const LARGEST_SECOND_FACE = 0.25;
/** Misses beyond are mostly of turned heads. */
export const MOST_YAW = 25;
const MOST_PITCH = 25;
/** A blur that moves the descriptor by a third of what is allowed lowers it to a tenth. */
const LEAST_SHARPNESS = { selfie: 0.075, portrait: 0.045 };
const BRIGHTNESS = { least: 0.06, most: 0.93 };
const LEAST_CONTRAST = 0.02;
/** Set between 107 real faces, also printed pale, small and grey, with 0.55 and more, and 48 drawn ones with 0.40 and less. */
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

/** The largest face of a document is its portrait: a second, smaller one is printed on many. */
const portraitLimits: readonly FaceLimits[] = [
  { fault: 'face_too_small', ok: (face) => face.eyeDistance >= SMALLEST_EYE_DISTANCE.portrait },
  { fault: 'face_turned', ok: straight },
  { fault: 'face_blurred', ok: ({ light }) => light.sharpness >= LEAST_SHARPNESS.portrait },
  { fault: 'no_face', ok: photographed },
];

const limitsOf = { selfie: selfieLimits, portrait: portraitLimits };

/** The face to compare, or the first reason against it. What is no photograph of a face is none. */
export function judged(found: FoundFaces, as: keyof typeof limitsOf): FoundFace | FaceFault {
  const [face] = found.faces;
  if (!face) return 'no_face';
  return limitsOf[as].find(({ ok }) => !ok(face, found))?.fault ?? face;
}

/** From 0 to 1, to choose the best of several frames. */
export const fitness = ({ pose, light }: FoundFace): number =>
  (1 - Math.min(1, Math.hypot(pose.yaw, pose.pitch) / 45)) * Math.min(1, light.sharpness / 0.15);
