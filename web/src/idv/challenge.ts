/** The movements that the user can be asked for. */
export const movements = ['look_straight', 'turn_left', 'turn_right', 'look_up', 'open_mouth', 'smile'] as const;
export type Movement = (typeof movements)[number];

export const colours = ['red', 'green', 'blue', 'yellow', 'cyan', 'magenta'] as const;
export type Colour = (typeof colours)[number];

export interface Challenge {
  /** The id of the challenge. Every frame carries it, so that frames of an earlier challenge are refused. */
  readonly nonce: string;
  readonly steps: readonly Movement[];
  /** Whether the screen also lights the face after the movements. The server sends one colour at a time. */
  readonly lit: boolean;
}

/**
 * The challenge in the server's answer. `undefined` if there is none, or if it asks for something that this release of
 * the page does not know.
 */
export function challengeIn(body: unknown): Challenge | undefined {
  const { nonce, steps, lit } = Object(body) as Readonly<Record<string, unknown>>;
  const moves = knownIn(steps, movements);
  return typeof nonce === 'string' && moves ? { nonce, steps: moves, lit: lit === true } : undefined;
}

/** The colour that the server's answer asks for. `undefined` if it asks for none. */
export function colourIn(body: unknown): Colour | undefined {
  const { colour } = Object(body) as Readonly<Record<string, unknown>>;
  return colours.find((one) => one === colour);
}

function knownIn<Name extends string>(names: unknown, known: readonly Name[]): Name[] | undefined {
  if (!Array.isArray(names)) return undefined;
  const found = names.flatMap((name: unknown) => known.find((one) => one === name) ?? []);
  return found.length === names.length ? found : undefined;
}

export interface Stage {
  readonly movement: Movement;
  /** The numbers of the frames that are taken during this movement. */
  readonly frames: readonly number[];
}

/** The most frames of movements that the server accepts. The numbers of frames with colours begin with this number. */
export const MOST_FRAMES = 24;
/** How many colours the server asks for. */
export const COLOURS_SHOWN = 6;
const TO_LOOK = 2;
const TO_MOVE = 3;
/**
 * How long the page waits after an instruction, in which the user reads or hears it, and then between the frames of a
 * movement.
 */
export const HEARD_MS = 1_400;
export const BETWEEN_MS = 480;
/**
 * How long a colour is shown before its frame is taken, so that the camera has adapted to it. The colour stays until
 * the server has answered. The pace is slow enough not to flicker.
 */
export const LIT_MS = 650;

/**
 * The movements in their order, each with as many frames as it needs and there is room for. A look straight ahead
 * follows each one: a movement is judged against the resting face, which therefore has to be seen the most.
 */
export function stagesOf({ steps }: Pick<Challenge, 'steps'>): Stage[] {
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
