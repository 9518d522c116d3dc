import { boxOf } from '@countersign/face-geometry';
import type { FoundFace, FoundFaces } from '../face.js';

/** A camera in a dark room repeats some frames; one that stands still, or a loop of pictures, repeats most. */
const FEWEST_DISTINCT = 0.6;
/** Between two frames, as parts of the width of the face. */
const LONGEST_JUMP = 1;
const MOST_GROWTH = 1.7;

export const isFrozen = (frames: readonly FoundFaces[]): boolean =>
  new Set(frames.map(({ fingerprint }) => fingerprint)).size < FEWEST_DISTINCT * frames.length;

/** Frames of a loop come again, to the last pixel; a camera in a dark room repeats the one before at most. */
export function repeatedPart(frames: readonly FoundFaces[]): number {
  const prints = frames.map(({ fingerprint }) => fingerprint);
  const again = prints.filter((print, index) => prints.lastIndexOf(print, index - 2) >= 0 && index >= 2);
  return again.length / Math.max(1, prints.length);
}

/** Whether one moving face can explain all frames: no jump in position or size from one frame to the next. */
export function isContinuous(faces: readonly FoundFace[]): boolean {
  return faces.every((face, index) => {
    const before = faces[index - 1];
    if (!before) return true;
    const [a, b] = [boxOf(before.mesh), boxOf(face.mesh)];
    const jump = Math.hypot(a.left + a.width / 2 - b.left - b.width / 2, a.top + a.height / 2 - b.top - b.height / 2);
    const growth = Math.max(a.height, b.height) / Math.min(a.height, b.height);
    return jump <= LONGEST_JUMP * Math.max(a.width, b.width) && growth <= MOST_GROWTH;
  });
}
