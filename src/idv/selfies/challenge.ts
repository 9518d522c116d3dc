import type { ChallengeMove, LightColour } from '@countersign/identity-engine';

export interface Challenge {
  /**
   * A random ID of this recording. Each frame must be sent with it, so that frames of an earlier recording are refused.
   */
  readonly nonce: string;
  /** The moves that the user is asked to make. `drawMoves` of the identity engine draws them at random. */
  readonly steps: readonly ChallengeMove[];
  /** The time by which the selfie must be finished (ISO 8601). */
  readonly deadline: string;
  /** The numbers of the received frames, in the order in which they arrived. */
  readonly frames: readonly number[];
  /**
   * The hash that must be sent with the next frame. For the first frame, it is the nonce; after that, it is the hash of
   * the previous link and the previous frame. Challenges that an earlier version started have no link, and accept no
   * more frames.
   */
  readonly link?: string;
  /**
   * The link that was sent with the last frame. If the response was lost, the page sends that frame again with the same
   * link.
   */
  readonly linkBefore?: string;
  /** How often the recording was restarted with the same moves. Restarts before the first frame are not counted. */
  readonly restarts?: number;
  /**
   * The colours of the screen that light the face after the moves, if the user agrees. They are sent to the page one at
   * a time.
   */
  readonly colours?: readonly LightColour[];
  /** The number of colours that have been sent to the page. */
  readonly told?: number;
  /** When the last colour was sent to the page (ISO 8601). */
  readonly toldAt?: string;
  /**
   * Whether a frame for a colour arrived before the page can have shown the colour. Such a frame may come from a
   * script.
   */
  readonly isHasty?: true;
  /** Whether the name of the camera belongs to a program that plays recordings as a camera. */
  readonly isVirtualCamera?: true;
  /** Whether the browser claims not to run on a phone. */
  readonly isDesktop?: true;
  /** Whether the user takes a still picture without making the moves. A reviewer must then look at the selfie. */
  readonly isStill?: true;
}

export type BoundChallenge = Challenge & { readonly link: string };

/** The moves for users who cannot or do not want to move their head: they only look at the camera. */
export const STILL: readonly ChallengeMove[] = ['look_straight'];

/**
 * Maximum number of frames of the moves. Frames of the moves have numbers from 0; frames for the colours have numbers
 * from `MOST_FRAMES`.
 */
export const MOST_FRAMES = 24;
/**
 * A frame for a colour is considered too early if it arrives within this time after the colour was sent. Our page shows
 * a colour for 650 ms before it captures the frame.
 */
const LEAST_MS_FOR_COLOUR = 500;

export const isBound = (challenge: Challenge): challenge is BoundChallenge => challenge.link !== undefined;

/** Returns the number that the next frame must have, or undefined if no further frame is expected now. */
export function expectedFrame({ frames, colours = [], told = 0 }: Challenge): number | undefined {
  if (told === 0) return frames.length < MOST_FRAMES ? frames.length : undefined;
  const number = MOST_FRAMES + told - 1;
  return frames.includes(number) || told > colours.length ? undefined : number;
}

/** Returns the colour that the page must show now, if any. */
export function colourNow(challenge: Challenge): LightColour | undefined {
  const { colours = [], told = 0 } = challenge;
  return expectedFrame(challenge) === undefined ? undefined : colours[told - 1];
}

/** Marks the next colour as sent to the page at the time `now`. After the last colour, it changes nothing. */
export function toldColour<C extends Challenge>(challenge: C, now: Date): C {
  const { colours = [], told = 0 } = challenge;
  return told < colours.length ? { ...challenge, told: told + 1, toldAt: now.toISOString() } : challenge;
}

/**
 * Adds a frame to the challenge. If it is a frame for a colour, the next colour is marked as sent. `link` is the hash
 * of the previous link and this frame.
 */
export function withFrame(challenge: BoundChallenge, number: number, link: string, now: Date): BoundChallenge {
  const { toldAt } = challenge;
  const isLit = number >= MOST_FRAMES;
  const isHasty = isLit && toldAt !== undefined && now.getTime() - Date.parse(toldAt) < LEAST_MS_FOR_COLOUR;
  const frames = [...challenge.frames, number];
  const taken = { ...challenge, frames, link, linkBefore: challenge.link, ...(isHasty && { isHasty }) };
  return isLit ? toldColour(taken, now) : taken;
}

/** Whether a frame is missing for one or more of the colours with which the screen lights the face. */
export const lacksFrames = ({ colours = [], frames }: Challenge): boolean =>
  colours.some((_, index) => !frames.includes(MOST_FRAMES + index));

export const isOfMoves = (number: number): boolean => number < MOST_FRAMES;
