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
const TO_MOVE = 6;

/** The movements in their order, each with as many frames as it needs and there is room for. */
export function stagesOf({ steps }: Challenge): Stage[] {
  const looking = steps.filter((step) => step === 'look_straight').length;
  const room = Math.floor((MOST_FRAMES - looking * TO_LOOK) / Math.max(1, steps.length - looking));
  let next = 0;
  return steps.map((movement) => {
    const count = movement === 'look_straight' ? TO_LOOK : Math.min(TO_MOVE, room);
    const frames = Array.from({ length: count }, () => next++);
    return { movement, frames };
  });
}
