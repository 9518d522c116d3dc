import { Injectable } from '@nestjs/common';
import { KernelErrors } from '../../shared/kernel/errors.js';
import { newSecret } from '../../shared/kernel/ids.js';
import { inTurnOf } from '../../shared/kernel/turn.js';
import { RETRY_AFTER_SECONDS } from '../../shared/workers/concurrency-limiter.js';
import { isOfMoves, MOST_FRAMES, STILL, takesFrame, type Challenge } from '../domain/challenge.js';
import { drawColours } from '../domain/coloured-light.js';
import type { PictureSignal } from '../domain/picture-signals.js';
import { selfieSignals } from '../domain/selfie-signals.js';
import type { Scores } from '../domain/document.js';
import { IdvErrors } from '../domain/idv.errors.js';
import { kycJob } from '../domain/kyc.js';
import type { SelfieReason } from '../domain/reasons.js';
import { isFinal } from '../domain/session-status.js';
import type { Session } from '../entities/session.entity.js';
import type { ColouredFrame, Engine, Frame } from '../ports/engine.port.js';
import { engineDeadline } from './engine-deadline.js';
import { Engines } from './engines.service.js';
import { DuplicateFaces } from './faces/duplicate-faces.service.js';
import { Findings } from './findings.service.js';
import { SessionChanges } from './session-changes.service.js';
import { SessionPictures, type GivenPicture } from './session-pictures.service.js';
import { mustBeAt, outcomeOf, type StepOutcome } from './session-steps.service.js';

type Judged =
  | { readonly fault: SelfieReason }
  | {
      readonly selfie: Buffer;
      readonly scores: Scores;
      readonly doubts: readonly SelfieReason[];
      readonly signals: readonly PictureSignal[];
    };

/** What the page says of how the selfie is taken. */
export interface SelfieWay {
  /** The user does not want to move. */
  readonly still?: boolean;
  /** The page can light the face, and the user does not mind. */
  readonly light?: boolean;
  readonly isVirtualCamera?: boolean;
}

/** What is known of a selfie before its face is compared. */
interface Filmed {
  readonly selfies: readonly Buffer[];
  readonly liveness: number;
  readonly light: number | undefined;
  readonly signals: readonly PictureSignal[];
}

const CHALLENGE_MS = 180_000;
const TIME_LIMIT_MS = 30_000;
/** From here on, the colours of the screen were found in the face. */
const LEAST_LIGHT = 0.5;

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
   * wait until its order comes. A still selfie takes the place of a challenge with moves, if a person may decide.
   */
  async beginChallenge({ ref }: Session, way: SelfieWay = {}): Promise<Challenge> {
    const begun = await this.changes.change(ref, (session, now) => {
      mustBeAt(session, 'selfie');
      const { challenge } = session;
      const isStill = way.still === true && session.settings.review;
      if (challenge && isRunning(challenge, now) && (challenge.isStill || !isStill)) return challenge;
      if (challenge && !isRunning(challenge, now)) {
        session.failAttempt('selfie', 'liveness_failed', now);
        if (isFinal(session.status)) return undefined;
      }
      return this.#newChallenge(session, { ...way, still: isStill }, now);
    });
    if (!begun) throw IdvErrors.finished();
    return begun;
  }

  #newChallenge(session: Session, { still, light, isVirtualCamera }: SelfieWay, now: Date): Challenge {
    const steps = still ? STILL : this.engines.of(session.tenant, session.settings).liveness.challenge();
    const begun: Challenge = {
      ...{ nonce: newSecret(), steps, frames: [], taken: 0 },
      deadline: new Date(now.getTime() + CHALLENGE_MS).toISOString(),
      ...(still && { isStill: true }),
      ...(light && { colours: drawColours() }),
      ...(isVirtualCamera && { isVirtualCamera: true }),
    };
    session.challenged(begun, now);
    return begun;
  }

  /** With a `nonce`, the frame counts for that challenge only. */
  async addFrame(session: Session, number: number, given: GivenPicture, nonce?: string): Promise<void> {
    const asked = challengeOf(session, this.changes.now, nonce);
    if (!takesFrame(asked, number)) throw IdvErrors.wrongStep(`There is no frame ${number}`);
    const { jpeg } = await inTurnOf(session.turn, () => this.pictures.take(session, given));
    await this.pictures.keepWith(session, { [`frame-${number}`]: jpeg }, (locked, now) => {
      const challenge = challengeOf(locked, now, nonce ?? asked.nonce);
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
      await this.findings.addSelfie(locked, judged.scores, judged.signals);
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

  async #judge(session: Session, challenge: Challenge): Promise<Judged> {
    const tookMs = CHALLENGE_MS - (Date.parse(challenge.deadline) - this.changes.now.getTime());
    const engine = this.engines.of(session.tenant, session.settings);
    const signal = engineDeadline(TIME_LIMIT_MS);
    const { steps, frames, isVirtualCamera = false } = challenge;
    const read = (number: number): Frame => ({ number, read: () => this.pictures.read(session, `frame-${number}`) });
    const moving = frames.filter(isOfMoves).map(read);
    const judgement = await engine.liveness.judge(steps, moving, signal, litFrames(challenge, read));
    if (judgement.outcome === 'retry') return { fault: judgement.reason };
    const selfies = await Promise.all(judgement.selfies.map((number) => read(number).read()));
    const { score: liveness, light, repeated } = judgement;
    const signals = selfieSignals({ moves: steps.length - 1, tookMs, isVirtualCamera, repeated, light });
    return this.#compare(session, engine, { selfies, liveness, light, signals }, signal);
  }

  async #compare(
    session: Session,
    engine: Engine,
    { selfies, liveness, light, signals }: Filmed,
    signal: AbortSignal,
  ): Promise<Judged> {
    const [selfie] = selfies;
    if (!selfie) return { fault: 'selfie_quality' };
    const portrait = await this.pictures.read(session, 'portrait');
    const comparison = await engine.faces.compare(portrait, selfies, signal);
    if (comparison.outcome === 'retry') return { fault: comparison.reason };
    const { matchThreshold, retryThreshold, review, requireLight = false } = session.settings;
    const scores = { liveness, face: comparison.score, ...(light !== undefined && { light }) };
    const faults: SelfieReason[] = comparison.score >= matchThreshold ? [] : ['face_mismatch'];
    if (comparison.score < retryThreshold) return { fault: 'face_mismatch' };
    if (requireLight && (light ?? 0) < LEAST_LIGHT) faults.push('liveness_failed');
    if (await this.duplicates.isOfAnother(session, engine.faces, selfie, signal)) faults.push('duplicate_face');
    const [fault] = faults;
    return fault === undefined || review ? { selfie, scores, doubts: faults, signals } : { fault };
  }
}

function failed(session: Session, fault: SelfieReason, now: Date): StepOutcome {
  session.failAttempt('selfie', fault, now);
  const outcome = outcomeOf(session);
  return 'step' in outcome ? { ...outcome, retry: fault, left: session.attemptsLeft('selfie') } : outcome;
}

/** None until there is one of each colour. */
function litFrames({ colours = [], frames }: Challenge, read: (number: number) => Frame): ColouredFrame[] {
  const lit = colours.map((colour, index) => ({ colour, ...read(MOST_FRAMES + index) }));
  return lit.every(({ number }) => frames.includes(number)) ? lit : [];
}

const isRunning = ({ deadline }: Challenge, now: Date): boolean => Date.parse(deadline) > now.getTime();

function challengeOf(session: Session, now: Date, nonce: string | undefined): Challenge {
  mustBeAt(session, 'selfie');
  const { challenge } = session;
  if (!challenge || !isRunning(challenge, now) || (nonce !== undefined && nonce !== challenge.nonce))
    throw IdvErrors.challengeOver();
  return challenge;
}
