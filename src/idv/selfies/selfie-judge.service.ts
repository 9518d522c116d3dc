import { Injectable } from '@nestjs/common';
import type { PictureSignal, Scores, SeenFault } from '@countersign/identity-engine';
import { withQueueKey, KernelErrors } from '../../shared/kernel/index.js';
import { RETRY_AFTER_SECONDS } from '../../shared/workers/index.js';
import { isOfMoves, MOST_FRAMES, type Challenge } from './challenge.js';
import type { SelfieReason } from '../sessions/rules/reasons.js';
import { LEAST_LIGHT, lightRule, selfieSignals, type LightRule } from './selfie-signals.js';
import { isSuspicious } from '../sessions/rules/suspicion.js';
import type { Session } from '../sessions/session.entity.js';
import type { ColouredFrame, Engine, Frame } from '../engines/engine.port.js';
import { engineDeadline, Engines } from '../engines/engines.service.js';
import { DuplicateFaces } from '../faces/duplicate-faces.service.js';
import { ReturningFaces } from '../faces/returning-faces.service.js';
import { SessionPictures } from '../pictures/session-pictures.service.js';

export type Judged =
  | { readonly fault: SelfieReason; readonly seen?: SeenFault | undefined }
  | {
      readonly selfie: Buffer;
      readonly scores: Scores;
      readonly doubts: readonly SelfieReason[];
      readonly signals: readonly PictureSignal[];
    };

/** The results of the liveness check of a selfie. They are known before the face is compared with the portrait. */
interface Filmed {
  readonly selfies: readonly Buffer[];
  readonly liveness: number;
  readonly light: number | undefined;
  readonly lightRule: LightRule;
  readonly signals: readonly PictureSignal[];
}

const TIME_LIMIT_MS = 30_000;
const UNLIT: SeenFault = { fault: 'face_unlit', frame: MOST_FRAMES };

/**
 * Judges the frames of a challenge: whether they show a live person, and whether the face is the one on the document.
 */
@Injectable()
export class SelfieJudge {
  readonly #judging = new Set<string>();

  constructor(
    private readonly pictures: SessionPictures,
    private readonly engines: Engines,
    private readonly duplicates: DuplicateFaces,
    private readonly returning: ReturningFaces,
  ) {}

  /** Judges the frames of a session's challenge. `tookMs` is the time since the challenge was drawn. */
  judge(session: Session, challenge: Challenge, tookMs: number): Promise<Judged> {
    return this.#alone(session, () => withQueueKey(session.queueKey, () => this.#judged(session, challenge, tookMs)));
  }

  /**
   * Runs `judge`, but fails with 503 if this process is already judging the same session, because each judgement takes
   * as much of the engine's time as fifty pictures.
   */
  async #alone<T>({ sessionId }: Session, judge: () => Promise<T>): Promise<T> {
    if (this.#judging.has(sessionId)) {
      throw KernelErrors.unavailable(undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.#judging.add(sessionId);
    try {
      return await judge();
    } finally {
      this.#judging.delete(sessionId);
    }
  }

  async #judged(session: Session, challenge: Challenge, tookMs: number): Promise<Judged> {
    const engine = this.engines.of(session.tenant, session.settings);
    const signal = engineDeadline(TIME_LIMIT_MS);
    const { steps, frames, isVirtualCamera = false, isHasty = false, isDesktop = false } = challenge;
    const read = (number: number): Frame => ({ number, read: () => this.pictures.read(session, `frame-${number}`) });
    const moving = frames.filter(isOfMoves).map(read);
    const judgement = await engine.liveness.judge(steps, moving, signal, litFrames(challenge, read));
    if (judgement.outcome === 'retry') return { fault: judgement.reason, seen: judgement.seen };
    const selfies = await Promise.all(judgement.selfies.map((number) => read(number).read()));
    const { score: liveness, light, repeated } = judgement;
    const rule = lightRule(session.settings, session.test, isDesktop);
    const facts = { moves: steps.length - 1, tookMs, isHasty, isVirtualCamera, repeated, light, lightRule: rule };
    const signals = selfieSignals(facts);
    return this.#compare(session, engine, { selfies, liveness, light, lightRule: rule, signals }, signal);
  }

  async #compare(
    session: Session,
    engine: Engine,
    { selfies, liveness, light, lightRule, signals }: Filmed,
    signal: AbortSignal,
  ): Promise<Judged> {
    const [selfie] = selfies;
    if (!selfie) return { fault: 'selfie_quality' };
    const portrait = await this.pictures.read(session, 'portrait');
    const comparison = await engine.faces.compare(portrait, selfies, signal);
    if (comparison.outcome === 'retry') return { fault: comparison.reason };
    const { matchThreshold, retryThreshold, review } = session.settings;
    const scores = { liveness, face: comparison.score, ...(light !== undefined && { light }) };
    const faults: SelfieReason[] = comparison.score >= matchThreshold ? [] : ['face_mismatch'];
    if (comparison.score < retryThreshold) return { fault: 'face_mismatch' };
    if (!(await this.returning.isSame(session, engine.faces, selfies, signal))) return { fault: 'face_mismatch' };
    const isUnlit = lightRule === 'required' && (light ?? 0) < LEAST_LIGHT;
    if (isUnlit) faults.push('liveness_failed');
    const others = isUnlit ? signals.filter(({ kind }) => kind !== 'no_light_response') : signals;
    if (isSuspicious(session, others)) faults.push('capture_suspicious');
    if (await this.duplicates.isOfAnother(session, engine.faces, selfie, signal)) faults.push('duplicate_face');
    const [fault] = faults;
    if (fault === undefined || review) return { selfie, scores, doubts: faults, signals };
    return { fault, ...(fault === 'liveness_failed' && { seen: UNLIT }) };
  }
}

/**
 * Returns the frames in which the screen lit the face, each with its colour. If a frame for any colour is missing,
 * returns no frames.
 */
function litFrames({ colours = [], frames }: Challenge, read: (number: number) => Frame): ColouredFrame[] {
  const lit = colours.map((colour, index) => ({ colour, ...read(MOST_FRAMES + index) }));
  return lit.every(({ number }) => frames.includes(number)) ? lit : [];
}
