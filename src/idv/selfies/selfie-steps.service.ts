import { Injectable } from '@nestjs/common';
import { drawColours } from '@countersign/identity-engine';
import { inTurnOf, newSecret } from '../../shared/kernel/index.js';
import { STILL, takesFrame, type Challenge } from './challenge.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { kycJob } from '../kyc/kyc.js';
import type { SelfieReason } from '../sessions/rules/reasons.js';
import { isFinal } from '../sessions/rules/session-status.js';
import type { Session } from '../sessions/session.entity.js';
import { Engines } from '../engines/engines.service.js';
import { Findings } from '../evidence/findings.service.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { SelfieJudge, type Judged } from './selfie-judge.service.js';
import { SessionPictures, type GivenPicture } from '../pictures/session-pictures.service.js';
import { mustBeAt, outcomeOf, type StepOutcome } from '../steps/session-steps.service.js';

/** Way of taking the selfie, as the page tells it. */
export interface SelfieWay {
  /** The user does not want to move. */
  readonly still?: boolean;
  /** The page can light the face, and the user does not mind. */
  readonly light?: boolean;
  readonly isVirtualCamera?: boolean;
}

const CHALLENGE_MS = 180_000;

/** The selfie: moves in front of the camera, and whether it is the face of the document. */
@Injectable()
export class SelfieSteps {
  constructor(
    private readonly pictures: SessionPictures,
    private readonly findings: Findings,
    private readonly engines: Engines,
    private readonly changes: SessionChanges,
    private readonly judge: SelfieJudge,
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
    const judged = await this.judge.judge(session, challenge, this.#tookMs(challenge));
    const pictures = 'fault' in judged ? {} : { selfie: judged.selfie };
    return this.pictures.keepWith(session, pictures, async (locked, now, tx) => {
      const present = challengeOf(locked, now, challenge.nonce);
      // Moves of one person and the face of another must not pass together.
      if (present.taken !== challenge.taken) throw IdvErrors.wrongStep('A frame came meanwhile');
      if ('fault' in judged) return failed(locked, judged, now);
      await this.findings.addSelfie(locked, judged.scores, judged.signals);
      locked.passSelfie(challenge.isStill ? [...judged.doubts, 'liveness_failed'] : judged.doubts, now);
      if (locked.step === 'kyc') tx.pending.jobs.push(kycJob(locked));
      return outcomeOf(locked);
    });
  }

  #tookMs({ deadline }: Challenge): number {
    return CHALLENGE_MS - (Date.parse(deadline) - this.changes.now.getTime());
  }
}

function failed(session: Session, { fault, seen }: Extract<Judged, { fault: SelfieReason }>, now: Date): StepOutcome {
  session.failAttempt('selfie', fault, now);
  const outcome = outcomeOf(session);
  return 'step' in outcome
    ? { ...outcome, retry: fault, left: session.attemptsLeft('selfie'), ...(seen && { seen }) }
    : outcome;
}

const isRunning = ({ deadline }: Challenge, now: Date): boolean => Date.parse(deadline) > now.getTime();

function challengeOf(session: Session, now: Date, nonce: string | undefined): Challenge {
  mustBeAt(session, 'selfie');
  const { challenge } = session;
  if (!challenge || !isRunning(challenge, now) || (nonce !== undefined && nonce !== challenge.nonce))
    throw IdvErrors.challengeOver();
  return challenge;
}
