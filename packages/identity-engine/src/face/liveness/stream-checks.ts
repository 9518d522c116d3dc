import { boxOf } from '@countersign/face-geometry';
import type { FoundFace, FoundFaces } from '../face.js';

/**
 * The least share of distinct frames. A camera in a dark room repeats some frames; a frozen camera or a loop of
 * pictures repeats most.
 */
const FEWEST_DISTINCT = 0.6;
/**
 * How much a face may change between two frames: the longest jump, relative to its width, and the largest factor of
 * growth.
 */
const LONGEST_JUMP = 1;
const MOST_GROWTH = 1.7;

export const isFrozen = (frames: readonly FoundFaces[]): boolean =>
  new Set(frames.map(({ fingerprint }) => fingerprint)).size < FEWEST_DISTINCT * frames.length;

/**
 * The share of frames that equal an earlier one, which shows a loop. A repetition of the previous frame is not counted,
 * because cameras in dark rooms do that.
 */
export function repeatedPart(frames: readonly FoundFaces[]): number {
  const prints = frames.map(({ fingerprint }) => fingerprint);
  const again = prints.filter((print, index) => prints.lastIndexOf(print, index - 2) >= 0 && index >= 2);
  return again.length / Math.max(1, prints.length);
}

/** Whether all frames can show one moving face: its position and size never jump between two frames. */
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
