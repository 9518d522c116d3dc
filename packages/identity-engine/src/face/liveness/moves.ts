import { randomInt } from 'node:crypto';

/** Moves that the user is asked for in front of the camera, in this order. */
export const challengeMoves = ['look_straight', 'turn_left', 'turn_right', 'look_up', 'open_mouth', 'smile'] as const;
export type ChallengeMove = (typeof challengeMoves)[number];

/** Moves that a mesh shows reliably. A smile is not among them. */
const asked = ['turn_left', 'turn_right', 'look_up', 'open_mouth'] as const satisfies readonly ChallengeMove[];
type AskedMove = (typeof asked)[number];
const isTurn = (move: ChallengeMove): boolean => move === 'turn_left' || move === 'turn_right';

const MOVES = 3;

/** One of 34 orders. Each has a turn, since only a turn tells a head from a picture of one. */
export function drawMoves(draw: (below: number) => number = randomInt): ChallengeMove[] {
  for (;;) {
    const moves: AskedMove[] = [];
    while (moves.length < MOVES) {
      const left = asked.filter((move) => move !== moves.at(-1));
      moves.push(...left.slice(draw(left.length)).slice(0, 1));
    }
    if (moves.some(isTurn)) return ['look_straight', ...moves];
  }
}

/** Frames in a row that make a move. A film that shows every move for one frame would fit any order. */
const FEWEST_HELD = 2;
/** A wobble on the way to a move. */
const MOST_STRAY = 1;

/** Whether the frames show the moves in the order asked, each held, and no other but for one stray frame in all. */
export function showsInOrder(steps: readonly ChallengeMove[], shown: readonly (ChallengeMove | undefined)[]): boolean {
  const expected = steps.filter((move) => move !== 'look_straight');
  const runs = runsOf(shown);
  const held = runs.filter(({ frames }) => frames >= FEWEST_HELD).map(({ move }) => move);
  const order = held.filter((move, index) => move !== held[index - 1]);
  const isInOrder = order.length === expected.length && order.every((move, index) => move === expected[index]);
  return isInOrder && runs.length - held.length <= MOST_STRAY && beginsStraight(steps, shown);
}

const beginsStraight = (steps: readonly ChallengeMove[], shown: readonly (ChallengeMove | undefined)[]): boolean =>
  steps[0] !== 'look_straight' || shown.find((move) => move !== undefined) === 'look_straight';

interface Run {
  readonly move: ChallengeMove;
  readonly frames: number;
}

/** Frames in a row that show the same move; a frame of none ends a run. */
function runsOf(shown: readonly (ChallengeMove | undefined)[]): Run[] {
  const runs: Run[] = [];
  shown.forEach((move, index) => {
    const last = runs.at(-1);
    if (move === undefined || move === 'look_straight') return;
    if (last && move === shown[index - 1]) runs.splice(-1, 1, { move, frames: last.frames + 1 });
    else runs.push({ move, frames: 1 });
  });
  return runs;
}
