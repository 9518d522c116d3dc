import type { ChallengeMove, LightColour } from '@countersign/identity-engine';

export interface Challenge {
  /** The id that each frame must repeat, so that frames of an earlier recording are refused. */
  readonly nonce: string;
  /** The moves that the user is asked for. `drawMoves` of the identity engine draws them at random. */
  readonly steps: readonly ChallengeMove[];
  /** The time by which the selfie must be finished (ISO 8601). */
  readonly deadline: string;
  /** The numbers of the received frames, in the order in which they arrived. */
  readonly frames: readonly number[];
  /**
   * The hash that the next frame must contain as its predecessor: at first the nonce, then the hash of the previous
   * link and frame. Challenges that an earlier version has started have none, and accept no more frames.
   */
  readonly link?: string;
  /** The link that the last frame contained. It lets the page send that frame again if the response was lost. */
  readonly linkBefore?: string;
  /** How often the recording was started again for the same moves, after at least one frame had arrived. */
  readonly restarts?: number;
  /**
   * Colours of the screen that light the face after the moves, if the user agrees. The page learns one colour at a
   * time.
   */
  readonly colours?: readonly LightColour[];
  /** How many of the colours were sent to the page. */
  readonly told?: number;
  /** When the last colour was sent to the page (ISO 8601). */
  readonly toldAt?: string;
  /** A frame of a colour arrived sooner than the page can show the colour, so a script may have sent it. */
  readonly isHasty?: true;
  /** The name of the camera belongs to a program that plays recordings as a camera. */
  readonly isVirtualCamera?: true;
  /** The browser says that it does not run on a phone. */
  readonly isDesktop?: true;
  /** The user does not make the moves, so a reviewer must see the selfie. */
  readonly isStill?: true;
}

export type BoundChallenge = Challenge & { readonly link: string };

/** The moves for users who cannot, or do not want to, move their head: they only look at the camera. */
export const STILL: readonly ChallengeMove[] = ['look_straight'];

/** Frames of the moves are numbered from 0, and frames of the colours from this number on. */
export const MOST_FRAMES = 24;
/**
 * A frame that arrives sooner than this after its colour was sent counts as hasty. Our page shows a colour for 650 ms
 * before it takes the frame.
 */
const LEAST_MS_FOR_COLOUR = 500;

export const isBound = (challenge: Challenge): challenge is BoundChallenge => challenge.link !== undefined;

/** The number of the frame that is expected next. Undefined when all frames have arrived. */
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

/** Marks the next colour as sent to the page at the time `now`. Changes nothing after the last colour. */
export function toldColour<C extends Challenge>(challenge: C, now: Date): C {
  const { colours = [], told = 0 } = challenge;
  return told < colours.length ? { ...challenge, told: told + 1, toldAt: now.toISOString() } : challenge;
}

/**
 * Adds a frame. A frame of a colour also makes the next colour current. `link` is the hash of the previous link and the
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

/** Whether the frame of any colour is missing. */
export const lacksFrames = ({ colours = [], frames }: Challenge): boolean =>
  colours.some((_, index) => !frames.includes(MOST_FRAMES + index));

export const isOfMoves = (number: number): boolean => number < MOST_FRAMES;
