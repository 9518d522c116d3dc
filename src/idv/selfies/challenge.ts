import type { ChallengeMove, LightColour } from '@countersign/identity-engine';

export interface Challenge {
  /** The id that every frame names, so that frames of an earlier film count for nothing. */
  readonly nonce: string;
  /** Drawn by `drawMoves` of the identity engine (`face/liveness/moves.ts`). */
  readonly steps: readonly ChallengeMove[];
  /** ISO 8601. */
  readonly deadline: string;
  /** The numbers of the frames that have come, in their order. */
  readonly frames: readonly number[];
  /**
   * The link that the next frame has to name: at first the nonce, then the hash of the previous link and frame.
   * Challenges that an earlier version began have none, and take no more frames.
   */
  readonly link?: string;
  /** The link that the last frame named. The frame may come again when its answer was lost. */
  readonly linkBefore?: string;
  /** How many films were begun for these moves, after frames of the previous one had come. */
  readonly restarts?: number;
  /** Colours that light the face after the moves, where the user takes part in that. The page is told one at a time. */
  readonly colours?: readonly LightColour[];
  /** How many of the colours the page has been told. */
  readonly told?: number;
  /** When the page was told the last one. ISO 8601. */
  readonly toldAt?: string;
  /** A colour was answered sooner than the page can show it. */
  readonly isHasty?: true;
  /** The name of the camera is one of a program that plays films as a camera. */
  readonly isVirtualCamera?: true;
  /** The browser claims not to be that of a phone. */
  readonly isDesktop?: true;
  /** The user does not move, so a person has to look at the selfie. */
  readonly isStill?: true;
}

export type BoundChallenge = Challenge & { readonly link: string };

/** The user only has to look at the camera, for those who cannot, or would rather not, move their head. */
export const STILL: readonly ChallengeMove[] = ['look_straight'];

/** Frames of the moves are numbered from 0, and frames of the colours from this number on. */
export const MOST_FRAMES = 24;
/** The page shows a colour for 650 ms before it takes the frame. */
const LEAST_MS_FOR_COLOUR = 500;

export const isBound = (challenge: Challenge): challenge is BoundChallenge => challenge.link !== undefined;

/** The number of the frame that is wanted now. Undefined when all have come. */
export function expectedFrame({ frames, colours = [], told = 0 }: Challenge): number | undefined {
  if (told === 0) return frames.length < MOST_FRAMES ? frames.length : undefined;
  const number = MOST_FRAMES + told - 1;
  return frames.includes(number) || told > colours.length ? undefined : number;
}

/** The colour that the page has to show now. */
export function colourNow(challenge: Challenge): LightColour | undefined {
  const { colours = [], told = 0 } = challenge;
  return expectedFrame(challenge) === undefined ? undefined : colours[told - 1];
}

/** Tells the next colour, at that time. If there is no other one, nothing changes. */
export function toldColour<C extends Challenge>(challenge: C, now: Date): C {
  const { colours = [], told = 0 } = challenge;
  return told < colours.length ? { ...challenge, told: told + 1, toldAt: now.toISOString() } : challenge;
}

/**
 * Notes a frame. With the frame of a colour, the next colour is told. `link` is the hash of the previous link and the
 * frame.
 */
export function withFrame(challenge: BoundChallenge, number: number, link: string, now: Date): BoundChallenge {
  const { toldAt } = challenge;
  const isLit = number >= MOST_FRAMES;
  const isHasty = isLit && toldAt !== undefined && now.getTime() - Date.parse(toldAt) < LEAST_MS_FOR_COLOUR;
  const frames = [...challenge.frames, number];
  const taken = { ...challenge, frames, link, linkBefore: challenge.link, ...(isHasty && { isHasty }) };
  return isLit ? toldColour(taken, now) : taken;
}

/** Whether a colour still has no frame. */
export const lacksFrames = ({ colours = [], frames }: Challenge): boolean =>
  colours.some((_, index) => !frames.includes(MOST_FRAMES + index));

export const isOfMoves = (number: number): boolean => number < MOST_FRAMES;
