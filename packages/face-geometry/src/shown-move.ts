import type { HeldFace } from './face.js';
import { mouthOpening } from './mesh.js';

/** Moves that can be recognized from the mesh alone. */
export type ShownMove = 'turn_left' | 'turn_right' | 'open_mouth' | 'look_up' | 'look_straight';

/**
 * Limits of the mesh's angles in degrees, which are smaller than the head's, and of the mouth's opening relative to the
 * height of the face.
 */
const TURNED = 16;
const STRAIGHT = 11;
const LOOKED_UP = 11;
const OPENED = 0.05;
const CLOSED = 0.025;

export interface Neutral {
  readonly pitch: number;
  readonly mouth: number;
}

/**
 * The pose of this person in front of this camera without any move, from the frames in which the head is turned least.
 */
export function neutralOf(faces: readonly HeldFace[]): Neutral {
  const straightest = [...faces]
    .sort((a, b) => Math.abs(a.pose.yaw) - Math.abs(b.pose.yaw))
    .slice(0, (faces.length + 1) >> 1);
  const lowerQuarter = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 2] ?? 0;
  return {
    pitch: lowerQuarter(straightest.map(({ pose }) => pose.pitch)),
    mouth: lowerQuarter(straightest.map(({ mesh }) => mouthOpening(mesh))),
  };
}

/**
 * The move that a face shows, or undefined between two moves. Raising the head parts the lips, and opening the mouth
 * raises the head a little, so the move that exceeds its limit by more counts.
 */
export function moveShown({ pose, mesh }: HeldFace, neutral: Neutral): ShownMove | undefined {
  if (pose.yaw >= TURNED) return 'turn_left';
  if (pose.yaw <= -TURNED) return 'turn_right';
  const [opening, raised] = [mouthOpening(mesh) - neutral.mouth, pose.pitch - neutral.pitch];
  if (opening >= OPENED && opening / OPENED >= raised / LOOKED_UP) return 'open_mouth';
  if (raised >= LOOKED_UP) return 'look_up';
  return Math.abs(pose.yaw) <= STRAIGHT && raised < STRAIGHT && opening < CLOSED ? 'look_straight' : undefined;
}
