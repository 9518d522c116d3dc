import type { ChallengeMove, LightColour } from '@countersign/identity-engine';

export interface Challenge {
  /** Every frame names it: those of an earlier challenge count for nothing. */
  readonly nonce: string;
  /** Drawn by `drawMoves` of the identity engine (`face/liveness/moves.ts`). */
  readonly steps: readonly ChallengeMove[];
  /** ISO 8601. */
  readonly deadline: string;
  /** The numbers of those that have come. */
  readonly frames: readonly number[];
  /** How many have come, with those that took the place of an earlier one. */
  readonly taken: number;
  /** Colours that light the face after the moves, where the user takes part in that. */
  readonly colours?: readonly LightColour[];
  /** The name of the camera is one of a program that plays films as a camera. */
  readonly isVirtualCamera?: true;
  /** The user does not move, so a person has to look at the selfie. */
  readonly isStill?: true;
}

/** Nothing but to look: for users who cannot, or would rather not, move their head. */
export const STILL: readonly ChallengeMove[] = ['look_straight'];

/** Frames of the moves are numbered from 0, those of the colours from here on. */
export const MOST_FRAMES = 24;

export const takesFrame = ({ colours = [] }: Pick<Challenge, 'colours'>, number: number): boolean =>
  Number.isInteger(number) && number >= 0 && number < MOST_FRAMES + colours.length;

export const isOfMoves = (number: number): boolean => number < MOST_FRAMES;
