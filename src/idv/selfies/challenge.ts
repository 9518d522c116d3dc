import type { ChallengeMove, LightColour } from '@countersign/identity-engine';

export interface Challenge {
  /** The ID that must accompany each frame, so that frames of an earlier recording are refused. */
  readonly nonce: string;
  /** The moves that the user is asked to make. `drawMoves` of the identity engine draws them at random. */
  readonly steps: readonly ChallengeMove[];
  /** The time by which the selfie must be finished (ISO 8601). */
  readonly deadline: string;
  /** The numbers of the received frames, in the order in which they arrived. */
  readonly frames: readonly number[];
  /**
   * The hash that must accompany the next frame: the nonce for the first frame, after that the hash of the previous
   * link and frame. Challenges started by an earlier version have none, and accept no more frames.
   */
  readonly link?: string;
  /** The link that accompanied the last frame. It lets the page send that frame again if the response was lost. */
  readonly linkBefore?: string;
  /** How often the recording was restarted with the same moves after at least one frame had arrived. */
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
   * Whether a frame for a colour arrived sooner than the page can show the colour, and may therefore come from a
   * script.
   */
  readonly isHasty?: true;
  /** Whether the name of the camera belongs to a program that plays recordings as a camera. */
  readonly isVirtualCamera?: true;
  /** Whether the browser claims not to run on a phone. */
  readonly isDesktop?: true;
  /** Whether the user takes a still picture without making the moves, so that a reviewer must look at the selfie. */
  readonly isStill?: true;
}

export type BoundChallenge = Challenge & { readonly link: string };

/** The moves for users who cannot or do not want to move their head: they only look at the camera. */
export const STILL: readonly ChallengeMove[] = ['look_straight'];

/**
 * Maximum number of frames of the moves, which are numbered from 0. Frames for the colours are numbered from this
 * number on.
 */
export const MOST_FRAMES = 24;
/**
 * A frame that arrives sooner than this after its colour was sent is considered hasty. Our page shows a colour for 650
 * ms before it captures the frame.
 */
const LEAST_MS_FOR_COLOUR = 500;

export const isBound = (challenge: Challenge): challenge is BoundChallenge => challenge.link !== undefined;

/** Returns the number of the next expected frame, or undefined if all frames have arrived. */
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
 * Adds a frame to the challenge. A frame for a colour also makes the next colour current. `link` is the hash of the
 * previous link and the frame.
 */
export function withFrame(challenge: BoundChallenge, number: number, link: string, now: Date): BoundChallenge {
  const { toldAt } = challenge;
  const isLit = number >= MOST_FRAMES;
  const isHasty = isLit && toldAt !== undefined && now.getTime() - Date.parse(toldAt) < LEAST_MS_FOR_COLOUR;
  const frames = [...challenge.frames, number];
  const taken = { ...challenge, frames, link, linkBefore: challenge.link, ...(isHasty && { isHasty }) };
  return isLit ? toldColour(taken, now) : taken;
}

/** Whether the frame for any of the colours is missing. */
export const lacksFrames = ({ colours = [], frames }: Challenge): boolean =>
  colours.some((_, index) => !frames.includes(MOST_FRAMES + index));

export const isOfMoves = (number: number): boolean => number < MOST_FRAMES;
