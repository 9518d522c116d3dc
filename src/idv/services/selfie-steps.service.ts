import { Injectable } from '@nestjs/common';
import { KernelErrors } from '../../shared/kernel/errors.js';
import { newSecret } from '../../shared/kernel/ids.js';
import { inTurnOf } from '../../shared/kernel/turn.js';
import { RETRY_AFTER_SECONDS } from '../../shared/workers/concurrency-limiter.js';
import { isFrameNumber, STILL, type Challenge } from '../domain/challenge.js';
import type { Scores } from '../domain/document.js';
import { IdvErrors } from '../domain/idv.errors.js';
import { kycJob } from '../domain/kyc.js';
import type { SelfieReason } from '../domain/reasons.js';
import { isFinal } from '../domain/session-status.js';
import type { Session } from '../entities/session.entity.js';
import type { Engine, Frame } from '../ports/engine.port.js';
import { engineDeadline } from './engine-deadline.js';
import { Engines } from './engines.service.js';
import { DuplicateFaces } from './faces/duplicate-faces.service.js';
import { Findings } from './findings.service.js';
import { SessionChanges } from './session-changes.service.js';
import { SessionPictures, type GivenPicture } from './session-pictures.service.js';
import { mustBeAt, outcomeOf, type StepOutcome } from './session-steps.service.js';

type Judged =
  | { readonly fault: SelfieReason }
  | { readonly selfie: Buffer; readonly scores: Scores; readonly doubts: readonly SelfieReason[] };

const CHALLENGE_MS = 180_000;
const TIME_LIMIT_MS = 30_000;

/** The selfie: moves in front of the camera, and whether it is the face of the document. */
@Injectable()
export class SelfieSteps {
  readonly #judging = new Set<string>();

  constructor(
    private readonly pictures: SessionPictures,
    private readonly findings: Findings,
    private readonly engines: Engines,
    private readonly changes: SessionChanges,
    private readonly duplicates: DuplicateFaces,
  ) {}

  /**
   * The one that runs; a new one when there is none. One whose time is up was an attempt, or whoever holds a recording could
   * wait until its order comes. `still`: the user does not want to move. That takes the place of a challenge with moves, if
   * a person may decide.
   */
  async beginChallenge({ ref }: Session, { still = false } = {}): Promise<Challenge> {
    const begun = await this.changes.change(ref, (session, now) => {
      mustBeAt(session, 'selfie');
      const { challenge } = session;
      const isStill = still && session.settings.review;
      if (challenge && isRunning(challenge, now) && (challenge.isStill || !isStill)) return challenge;
      if (challenge && !isRunning(challenge, now)) {
        session.failAttempt('selfie', 'liveness_failed', now);
        if (isFinal(session.status)) return undefined;
      }
      return this.#newChallenge(session, isStill, now);
    });
    if (!begun) throw IdvErrors.finished();
    return begun;
  }

  #newChallenge(session: Session, isStill: boolean, now: Date): Challenge {
    const steps = isStill ? STILL : this.engines.of(session.tenant).liveness.challenge();
    const deadline = new Date(now.getTime() + CHALLENGE_MS).toISOString();
    const begun = { nonce: newSecret(), steps, deadline, frames: [], taken: 0, ...(isStill && { isStill }) };
    session.challenged(begun, now);
    return begun;
  }

  /** With a `nonce`, the frame counts for that challenge only. */
  async addFrame(session: Session, number: number, given: GivenPicture, nonce?: string): Promise<void> {
    if (!isFrameNumber(number)) throw IdvErrors.wrongStep(`There is no frame ${number}`);
    challengeOf(session, this.changes.now, nonce);
    const { jpeg } = await inTurnOf(session.turn, () => this.pictures.take(session, given));
    await this.pictures.keepWith(session, { [`frame-${number}`]: jpeg }, (locked, now) => {
      const challenge = challengeOf(locked, now, nonce ?? session.challenge?.nonce);
      const frames = [...new Set([...challenge.frames, number])].sort((a, b) => a - b);
      locked.challenge = { ...challenge, frames, taken: challenge.taken + 1 };
      locked.extend(now);
    });
  }

  async finishSelfie(session: Session, nonce?: string): Promise<StepOutcome> {
    const challenge = challengeOf(session, this.changes.now, nonce);
    const judged = await this.#alone(session, () => inTurnOf(session.turn, () => this.#judge(session, challenge)));
    const pictures = 'fault' in judged ? {} : { selfie: judged.selfie };
    return this.pictures.keepWith(session, pictures, async (locked, now, tx) => {
      const present = challengeOf(locked, now, challenge.nonce);
      // Moves of one person and the face of another must not pass together.
      if (present.taken !== challenge.taken) throw IdvErrors.wrongStep('A frame came meanwhile');
      if ('fault' in judged) return failed(locked, judged.fault, now);
      await this.findings.addScores(locked, judged.scores);
      locked.passSelfie(challenge.isStill ? [...judged.doubts, 'liveness_failed'] : judged.doubts, now);
      if (locked.step === 'kyc') tx.pending.jobs.push(kycJob(locked));
      return outcomeOf(locked);
    });
  }

  /** One challenge is judged once at a time: each takes as much of the engine as fifty pictures. */
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

  async #judge(session: Session, { steps, frames }: Challenge): Promise<Judged> {
    const engine = this.engines.of(session.tenant);
    const signal = engineDeadline(TIME_LIMIT_MS);
    const read = (number: number): Frame => ({ number, read: () => this.pictures.read(session, `frame-${number}`) });
    const judgement = await engine.liveness.judge(steps, frames.map(read), signal);
    if (judgement.outcome === 'retry') return { fault: judgement.reason };
    const selfies = await Promise.all(judgement.selfies.map((number) => read(number).read()));
    return this.#compare(session, engine, selfies, judgement.score, signal);
  }

  async #compare(
    session: Session,
    engine: Engine,
    selfies: readonly Buffer[],
    liveness: number,
    signal: AbortSignal,
  ): Promise<Judged> {
    const [selfie] = selfies;
    if (!selfie) return { fault: 'selfie_quality' };
    const portrait = await this.pictures.read(session, 'portrait');
    const comparison = await engine.faces.compare(portrait, selfies, signal);
    if (comparison.outcome === 'retry') return { fault: comparison.reason };
    const { matchThreshold, retryThreshold, review } = session.settings;
    const scores = { liveness, face: comparison.score };
    const faults: SelfieReason[] = comparison.score >= matchThreshold ? [] : ['face_mismatch'];
    if (comparison.score < retryThreshold) return { fault: 'face_mismatch' };
    if (await this.duplicates.isOfAnother(session, engine.faces, selfie, signal)) faults.push('duplicate_face');
    const [fault] = faults;
    return fault === undefined || review ? { selfie, scores, doubts: faults } : { fault };
  }
}

function failed(session: Session, fault: SelfieReason, now: Date): StepOutcome {
  session.failAttempt('selfie', fault, now);
  const outcome = outcomeOf(session);
  return 'step' in outcome ? { ...outcome, retry: fault, left: session.attemptsLeft('selfie') } : outcome;
}

const isRunning = ({ deadline }: Challenge, now: Date): boolean => Date.parse(deadline) > now.getTime();

function challengeOf(session: Session, now: Date, nonce: string | undefined): Challenge {
  mustBeAt(session, 'selfie');
  const { challenge } = session;
  if (!challenge || !isRunning(challenge, now) || (nonce !== undefined && nonce !== challenge.nonce))
    throw IdvErrors.challengeOver();
  return challenge;
}
