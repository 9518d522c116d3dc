/** What the user is asked to do in front of the camera, in this order. */
export const challengeMoves = ['look_straight', 'turn_left', 'turn_right', 'look_up', 'open_mouth', 'smile'] as const;
export type ChallengeMove = (typeof challengeMoves)[number];

export interface Challenge {
  /** Every frame names it: those of an earlier challenge count for nothing. */
  readonly nonce: string;
  readonly steps: readonly ChallengeMove[];
  /** ISO 8601. */
  readonly deadline: string;
  /** The numbers of those that have come. */
  readonly frames: readonly number[];
  /** How many have come, with those that took the place of an earlier one. */
  readonly taken: number;
  /** The user does not move, so a person has to look at the selfie. */
  readonly isStill?: true;
}

/** Nothing but to look: for users who cannot, or would rather not, move their head. */
export const STILL: readonly ChallengeMove[] = ['look_straight'];

/** Frames are numbered from 0. */
export const MOST_FRAMES = 24;

export const isFrameNumber = (value: number): boolean => Number.isInteger(value) && value >= 0 && value < MOST_FRAMES;
