/** What the user is asked to do in front of the camera. */
export const movements = ['look_straight', 'turn_left', 'turn_right', 'look_up', 'open_mouth', 'smile'] as const;
export type Movement = (typeof movements)[number];

export interface Challenge {
  /** Every frame names it: those of an earlier challenge count for nothing. */
  readonly nonce: string;
  readonly steps: readonly Movement[];
}

/** Undefined where the answer is none of ours, or asks for what this release of the page does not know. */
export function challengeIn(body: unknown): Challenge | undefined {
  const { nonce, steps } = Object(body) as { readonly nonce?: unknown; readonly steps?: unknown };
  if (typeof nonce !== 'string' || !Array.isArray(steps)) return undefined;
  const known = steps.flatMap((step: unknown) => movements.find((movement) => movement === step) ?? []);
  return known.length === steps.length ? { nonce, steps: known } : undefined;
}

export interface Stage {
  readonly movement: Movement;
  /** The numbers of the frames that are taken meanwhile. */
  readonly frames: readonly number[];
}

/** The server takes no more of one challenge. */
const MOST_FRAMES = 24;
const TO_LOOK = 2;
const TO_MOVE = 3;
/** Time to read or hear what to do, and then to do it. */
export const HEARD_MS = 1_400;
export const BETWEEN_MS = 480;

/**
 * The movements in their order, each with as many frames as it needs and there is room for, and a look straight ahead
 * after each: a movement is judged by how the face looks when nothing is asked, so that has to be seen the most.
 */
export function stagesOf({ steps }: Challenge): Stage[] {
  const shown = steps.flatMap((step): Movement[] => (step === 'look_straight' ? [step] : [step, 'look_straight']));
  const looking = shown.filter((step) => step === 'look_straight').length;
  const room = Math.floor((MOST_FRAMES - looking * TO_LOOK) / Math.max(1, shown.length - looking));
  let next = 0;
  return shown.map((movement) => {
    const count = movement === 'look_straight' ? TO_LOOK : Math.min(TO_MOVE, room);
    const frames = Array.from({ length: count }, () => next++);
    return { movement, frames };
  });
}
