import type { HeldFace } from './face.js';
import { mouthOpening } from './mesh.js';

/** Moves that the mesh alone can show. */
export type ShownMove = 'turn_left' | 'turn_right' | 'open_mouth' | 'look_up' | 'look_straight';

/** Degrees of the mesh, which are fewer than those of the head, and the opening of the mouth as a part of the face's height. */
const TURNED = 16;
const STRAIGHT = 11;
const LOOKED_UP = 11;
const OPENED = 0.05;
const CLOSED = 0.025;

export interface Neutral {
  readonly pitch: number;
  readonly mouth: number;
}

/** How this person and this camera look when nothing is asked: by the frames in which the head is turned the least. */
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
 * The one move that a face shows. Undefined: between two moves. Lips part when a head is raised, and heads rise a little when
 * a mouth is opened: of these two it is the one that is shown by more.
 */
export function moveShown({ pose, mesh }: HeldFace, neutral: Neutral): ShownMove | undefined {
  if (pose.yaw >= TURNED) return 'turn_left';
  if (pose.yaw <= -TURNED) return 'turn_right';
  const [opening, raised] = [mouthOpening(mesh) - neutral.mouth, pose.pitch - neutral.pitch];
  if (opening >= OPENED && opening / OPENED >= raised / LOOKED_UP) return 'open_mouth';
  if (raised >= LOOKED_UP) return 'look_up';
  return Math.abs(pose.yaw) <= STRAIGHT && raised < STRAIGHT && opening < CLOSED ? 'look_straight' : undefined;
}
