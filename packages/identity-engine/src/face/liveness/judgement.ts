import { moveShown, neutralOf } from '@countersign/face-geometry';
import { fitness, judged } from '../face-gates.js';
import type { FoundFace, FoundFaces } from '../face.js';
import { type ChallengeMove, showsInOrder } from './moves.js';
import { parallaxBetween } from './parallax.js';
import { isContinuous, isFrozen } from './stream-checks.js';

export interface SeenFrame {
  readonly number: number;
  readonly found: FoundFaces;
}

/** `selfie_quality` means that the same user may succeed with another try. */
export type LivenessFault = 'liveness_failed' | 'selfie_quality';

export interface LivenessEvidence {
  /** The frames to compare with the document, best first. */
  readonly selfies: readonly number[];
  /** One frame of each move. The person in it must be the same as in the selfies. */
  readonly moved: readonly number[];
  readonly score: number;
}

/**
 * How many frames are needed in addition to those of the moves. Users should look straight before, after and between
 * the moves, but hurried users skip some of that.
 */
const FRAMES_BEYOND_STEPS = 2;
/**
 * The largest shares of frames without a usable face, and of frames with several faces. The face may be lost briefly
 * when the head turns far.
 */
const MOST_LOST = 0.34;
const MOST_CROWDED = 0.1;
/**
 * The least parallax of a real head. Heads turned by 15° show at least 0.055. A flat picture tilted by 45° shows 0.04,
 * and seems to turn by less than 12°.
 */
const LEAST_PARALLAX = 0.045;
const MOST_SELFIES = 3;

/**
 * Judges the liveness that the frames of a challenge show, but not the identity. The first failed check decides.
 * Without moves in the challenge, any pose is accepted, for users who cannot move their head, and the score is 0
 * because nothing has proved a real head.
 */
export function livenessOf(
  steps: readonly ChallengeMove[],
  frames: readonly SeenFrame[],
): LivenessEvidence | LivenessFault {
  const seen = frames.flatMap(({ number, found }) => found.faces.slice(0, 1).map((face) => ({ number, face, found })));
  const moves = steps.filter((step) => step !== 'look_straight');
  const fewest = steps.length + (moves.length > 0 ? FRAMES_BEYOND_STEPS : 0);
  if (frames.length < fewest || isFrozen(frames.map(({ found }) => found))) return 'liveness_failed';
  if (seen.length < (1 - MOST_LOST) * frames.length || crowded(frames)) return 'selfie_quality';
  const faces = seen.map(({ face }) => face);
  const neutral = neutralOf(faces);
  const shown = faces.map((face) => moveShown(face, neutral));
  if (!isContinuous(faces)) return 'liveness_failed';
  if (moves.length > 0 && !showsInOrder(steps, shown)) return 'liveness_failed';
  const selfies = seen
    .filter((_, index) => moves.length === 0 || shown[index] === 'look_straight')
    .filter(({ face, found }) => judged(found, 'selfie') === face)
    .sort((a, b) => fitness(b.face) - fitness(a.face));
  const [best] = selfies;
  if (!best) return 'selfie_quality';
  const turned = faces.filter((_, index) => isTurn(shown[index]));
  const parallax = moves.some(isTurn) ? turnedParallax(best.face, turned) : undefined;
  if (parallax !== undefined && parallax < LEAST_PARALLAX) return 'liveness_failed';
  return {
    selfies: selfies.slice(0, MOST_SELFIES).map(({ number }) => number),
    moved: moves.flatMap((move) => leastTurned(seen.filter((_, index) => shown[index] === move))),
    score: parallax === undefined ? 0 : Math.min(1, parallax / (2 * LEAST_PARALLAX)),
  };
}

const isTurn = (move: ChallengeMove | undefined): boolean => move === 'turn_left' || move === 'turn_right';

const crowded = (frames: readonly SeenFrame[]): boolean =>
  frames.filter(({ found }) => judged(found, 'selfie') === 'several_faces').length > MOST_CROWDED * frames.length;

/** The median over all turned frames, so that a single distorted mesh has no effect. */
function turnedParallax(straight: FoundFace, turned: readonly FoundFace[]): number {
  const sorted = turned.map((face) => parallaxBetween(straight, face)).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** The frame with the head turned least, because a descriptor is less reliable the farther the head is turned. */
const leastTurned = (seen: readonly { readonly number: number; readonly face: FoundFace }[]): number[] =>
  [...seen]
    .sort((a, b) => Math.abs(a.face.pose.yaw) - Math.abs(b.face.pose.yaw))
    .slice(0, 1)
    .map(({ number }) => number);
