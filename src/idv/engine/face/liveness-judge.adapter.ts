import { Injectable } from '@nestjs/common';
import {
  type ChallengeMove,
  type DescriptorEffort,
  drawMoves,
  type FaceModel,
  lightResponse,
  livenessOf,
  repeatedPart,
  seenFault,
  type SeenFrame,
} from '@countersign/identity-engine';
import { LivenessJudge } from '../../engines/engine.port.js';
import type { ColouredFrame, Draw, Frame, LivenessJudgement } from '../../engines/engine.port.js';
import { FaceEngine } from './face-engine.service.js';

/**
 * Minimum similarity between the faces in one challenge. It corresponds to a distance of 0.63 with MobileFaceNet and
 * 0.64 with dlib. A turned head is at a distance of about 0.45 from the same head looking straight ahead.
 */
const LEAST_LIKENESS = 0.52;
/** Maximum number of frames that are read and judged at the same time. Each of them is held in memory. */
const AT_ONCE = 4;

/**
 * Draws a challenge and judges the response: one three-dimensional head must make the moves in the correct order. This
 * detects recordings and pictures held in front of the camera. It was not tested according to ISO/IEC 30107-3, and does
 * not detect a video stream injected in place of the camera.
 */
@Injectable()
export class ChallengeResponseJudge extends LivenessJudge {
  constructor(private readonly engine: FaceEngine) {
    super();
  }

  challenge(draw?: Draw): ChallengeMove[] {
    return drawMoves(draw);
  }

  async judge(
    challenge: readonly ChallengeMove[],
    frames: readonly Frame[],
    signal: AbortSignal,
    lit: readonly ColouredFrame[] = [],
  ): Promise<LivenessJudgement> {
    const seen = await this.#see(frames, 'none', signal);
    const evidence = livenessOf(challenge, seen);
    if (typeof evidence === 'string')
      return { outcome: 'retry', reason: evidence, seen: evidence === 'selfie_quality' ? seenFault(seen) : undefined };
    const { selfies, moved, score } = evidence;
    const shown = new Set([...selfies, ...moved]);
    const seenLit = await this.#see(lit, 'none', signal);
    // Frames lit by the screen are compared too: another person could have replaced the one who made the moves.
    const compared = [...frames.filter(({ number }) => shown.has(number)), ...lit.slice(0, 1), ...lit.slice(-1)];
    const described = await this.#see(compared, 'fast', signal);
    if (!areOnePerson(described, this.engine.model)) return { outcome: 'retry', reason: 'liveness_failed' };
    const repeated = repeatedPart([...seen, ...seenLit].map(({ found }) => found));
    return { outcome: 'live', selfies, score, repeated, ...(lit.length > 0 && { light: lightOn(lit, seenLit) }) };
  }

  async #see(frames: readonly Frame[], effort: DescriptorEffort, signal: AbortSignal): Promise<SeenFrame[]> {
    const seen: SeenFrame[] = [];
    for (let at = 0; at < frames.length; at += AT_ONCE) {
      const some = frames.slice(at, at + AT_ONCE).map(async ({ number, read }) => {
        return { number, found: await this.engine.find(await read(), effort, signal) };
      });
      seen.push(...(await Promise.all(some)));
    }
    return seen;
  }
}

/** Measures how well the face reflects the colours of the screen. Returns 0 if a frame shows no face. */
function lightOn(lit: readonly ColouredFrame[], seen: readonly SeenFrame[]): number {
  const faces = lit.flatMap(({ number, colour }) => {
    const tones = seen.find((frame) => frame.number === number)?.found.faces[0]?.tones;
    return tones ? [{ colour, tones }] : [];
  });
  return faces.length === lit.length ? lightResponse(faces) : 0;
}

function areOnePerson(frames: readonly SeenFrame[], model: FaceModel): boolean {
  const descriptors = frames.map(({ found }) => found.faces[0]?.descriptor);
  return descriptors.every((one, index) =>
    descriptors.slice(0, index).every((other) => one && other && model.likenessOf(one, other) >= LEAST_LIKENESS),
  );
}
