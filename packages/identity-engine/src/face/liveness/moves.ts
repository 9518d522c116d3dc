import { randomInt } from 'node:crypto';

/** All moves that a challenge may ask for. A challenge asks for some of them, in its own order. */
export const challengeMoves = ['look_straight', 'turn_left', 'turn_right', 'look_up', 'open_mouth', 'smile'] as const;
export type ChallengeMove = (typeof challengeMoves)[number];

/** Moves that the mesh shows reliably, which a smile is not. */
const asked = ['turn_left', 'turn_right', 'look_up', 'open_mouth'] as const satisfies readonly ChallengeMove[];
type AskedMove = (typeof asked)[number];
const isTurn = (move: ChallengeMove): boolean => move === 'turn_left' || move === 'turn_right';

const MOVES = 3;

/**
 * Draws one of 34 sequences of moves. Each contains a turn, because only a turn distinguishes a head from a picture of
 * one.
 */
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

/**
 * How many consecutive frames make a move. If one were enough, a film that shows every move for a single frame would
 * fit any order.
 */
const FEWEST_HELD = 2;
/** How many single frames may show another move, such as a wobble. */
const MOST_STRAY = 1;

/**
 * Whether the frames show the moves in the requested order, each for enough frames, with at most one stray frame in
 * all.
 */
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

/** Groups consecutive frames that show the same move. A frame without a move ends a group. */
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
