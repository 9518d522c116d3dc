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

/** `selfie_quality`: the same user may well do it right. */
export type LivenessFault = 'liveness_failed' | 'selfie_quality';

export interface LivenessEvidence {
  /** The frames to compare with the document, the best first. */
  readonly selfies: readonly number[];
  /** One frame of each move: whoever is in it must be the same person. */
  readonly moved: readonly number[];
  readonly score: number;
}

/** Straight before, after and between the moves would be best; a hurried user leaves some out. */
const FRAMES_BEYOND_STEPS = 2;
/** As parts of all frames. A head that turns far is lost for a moment. */
const MOST_LOST = 0.34;
const MOST_CROWDED = 0.1;
/** Heads at 15° show 0.055 and more. A flat picture that is tilted by 45° shows 0.04, and does not seem to turn by 12°. */
const LEAST_PARALLAX = 0.045;
const MOST_SELFIES = 3;

/**
 * Judges what the frames of a challenge show, without who it is. The first check that fails decides. Where no move is asked, the
 * head may be as a user holds it who cannot move it, and its score is 0: nothing has shown that it is one.
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

/** The median of all turned frames, which one distorted mesh does not move. */
function turnedParallax(straight: FoundFace, turned: readonly FoundFace[]): number {
  const sorted = turned.map((face) => parallaxBetween(straight, face)).sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** The farther a head is turned, the less its descriptor says. */
const leastTurned = (seen: readonly { readonly number: number; readonly face: FoundFace }[]): number[] =>
  [...seen]
    .sort((a, b) => Math.abs(a.face.pose.yaw) - Math.abs(b.face.pose.yaw))
    .slice(0, 1)
    .map(({ number }) => number);
