import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { Injectable } from '@nestjs/common';
import { drawColours, type LightColour } from '@countersign/identity-engine';
import { withQueueKey, newSecret } from '../../shared/kernel/index.js';
import { colourNow, expectedFrame, isBound, lacksFrames, STILL, toldColour, withFrame } from './challenge.js';
import type { BoundChallenge, Challenge } from './challenge.js';
import { LinkedFrame, mayBeAgain, mustHaveCurrentLink, mustFollow, type ChainPosition } from './frame-chain.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { frameKinds } from '../evidence/evidence.js';
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

/** How the selfie is taken, as the page reports it. */
export interface SelfieWay {
  /** Whether the user does not want to move their head. */
  readonly still?: boolean;
  /** Whether the page can light the face with the colours of the screen, and the user agrees to that. */
  readonly light?: boolean;
  readonly isVirtualCamera?: boolean;
  /** Whether the browser claims not to run on a phone. */
  readonly isDesktop?: boolean;
}

/** The colour that the page must show next, if any. */
export interface Asked {
  readonly colour?: LightColour;
}

const CHALLENGE_MS = 180_000;
/**
 * Maximum number of times that the recording of one challenge may be restarted. Each recording uses different colours.
 */
const MOST_RESTARTS = 3;

/** The selfie step: the user moves in front of the camera, and their face is compared with the one on the document. */
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
   * Restarts the recording of the current challenge, or draws a new challenge if there is none. If the current
   * challenge has expired or was restarted too often, it counts as a failed attempt, so that an attacker with a
   * recording cannot wait for matching moves. If the client has reviewers, a user who cannot move gets a challenge
   * without moves. The frames of the previous recording are removed.
   */
  async beginChallenge({ ref }: Session, way: SelfieWay = {}): Promise<BoundChallenge> {
    const replaced = ({ status }: Session) => (isFinal(status) ? [] : frameKinds);
    const begun = await this.pictures.removeWith(ref, replaced, (session, now) => {
      mustBeAt(session, 'selfie');
      const { challenge } = session;
      const isStill = way.still === true && session.settings.review;
      const isOver = challenge && (!isRunning(challenge, now) || (challenge.restarts ?? 0) >= MOST_RESTARTS);
      if (isOver) session.failAttempt('selfie', 'liveness_failed', now);
      if (isFinal(session.status)) return undefined;
      const goesOn = challenge && !isOver && isBound(challenge) && (challenge.isStill || !isStill);
      const next = goesOn ? filmedAgain(challenge, way) : this.#drawn(session, { ...way, still: isStill }, now);
      session.challenged(next, now);
      return next;
    });
    if (!begun) throw IdvErrors.finished();
    return begun;
  }

  #drawn(session: Session, { still, ...way }: SelfieWay, now: Date): BoundChallenge {
    const steps = still ? STILL : this.engines.of(session.tenant, session.settings).liveness.challenge();
    const deadline = new Date(now.getTime() + CHALLENGE_MS).toISOString();
    return { ...begunFilm(way), steps, deadline, ...(still && { isStill: true }) };
  }

  /**
   * Stores a frame. Returns the colour that the screen must show next, if any. If the response was lost, the page may
   * send the same frame again.
   */
  async addFrame(session: Session, number: number, given: GivenPicture, place: ChainPosition): Promise<Asked> {
    const asked = challengeOf(session, this.changes.now, place);
    if (mayBeAgain(asked, place, number)) return answeredAgain(asked, given);
    mustFollow(asked, place, number);
    const frame = new LinkedFrame(given, asked.link);
    const { jpeg } = await withQueueKey(session.queueKey, () => this.pictures.take(session, frame.bytes));
    const link = frame.link();
    return this.pictures.keepWith(session, { [`frame-${number}`]: jpeg }, (locked, now) => {
      const challenge = challengeOf(locked, now, place);
      mustFollow(challenge, place, number);
      locked.challenge = withFrame(challenge, number, link, now);
      locked.extend(now);
      return askedBy(locked.challenge);
    });
  }

  /** Returns the first colour of the screen. The page calls this after the last frame of the moves. */
  async beginLight({ ref }: Session, place: ChainPosition): Promise<Asked> {
    return this.changes.change(ref, (session, now) => {
      const challenge = challengeOf(session, now, place);
      mustHaveCurrentLink(challenge, place);
      if ((challenge.told ?? 0) === 0 && challenge.frames.length > 0) session.challenge = toldColour(challenge, now);
      session.extend(now);
      return askedBy(session.challenge ?? challenge);
    });
  }

  async finishSelfie(session: Session, place: ChainPosition): Promise<StepOutcome> {
    const challenge = challengeOf(session, this.changes.now, place);
    mustHaveCurrentLink(challenge, place);
    if (lacksFrames(challenge))
      throw IdvErrors.framesMissing(undefined, { expected: expectedFrame(challenge) ?? null });
    const judged = await this.judge.judge(session, challenge, this.#tookMs(challenge));
    const pictures = 'fault' in judged ? {} : { selfie: judged.selfie };
    return this.pictures.keepWith(session, pictures, async (locked, now, tx) => {
      // Fails if a frame has arrived since the judgement: it could show another person than the judged frames.
      mustHaveCurrentLink(challengeOf(locked, now, place), place);
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

function begunFilm({ light, isVirtualCamera, isDesktop }: SelfieWay) {
  const nonce = newSecret();
  return {
    ...{ nonce, link: nonce, frames: [] },
    ...(light && { colours: drawColours() }),
    ...(isVirtualCamera && { isVirtualCamera: true as const }),
    ...(isDesktop && { isDesktop: true as const }),
  };
}

/**
 * Restarts the recording with the same moves and the same deadline. The colours are drawn again, because the page
 * already knows the previous ones.
 */
function filmedAgain({ steps, deadline, isStill, frames, ...before }: BoundChallenge, way: SelfieWay): BoundChallenge {
  const restarts = (before.restarts ?? 0) + (frames.length > 0 ? 1 : 0);
  const isVirtualCamera = before.isVirtualCamera ?? way.isVirtualCamera ?? false;
  return { ...begunFilm({ ...way, isVirtualCamera }), steps, deadline, restarts, ...(isStill && { isStill }) };
}

function askedBy(challenge: Challenge): Asked {
  const colour = colourNow(challenge);
  return colour === undefined ? {} : { colour };
}

/** Accepts the last frame once more, but only if its bytes are unchanged. */
async function answeredAgain(challenge: Challenge, given: GivenPicture): Promise<Asked> {
  const frame = new LinkedFrame(given, challenge.linkBefore ?? '');
  await finished(Readable.from(frame.bytes).resume());
  if (frame.link() !== challenge.link)
    throw IdvErrors.frameOutOfOrder(undefined, { expected: expectedFrame(challenge) ?? null });
  return askedBy(challenge);
}

function challengeOf(session: Session, now: Date, { nonce }: ChainPosition): Challenge {
  mustBeAt(session, 'selfie');
  const { challenge } = session;
  if (!challenge || !isRunning(challenge, now) || nonce !== challenge.nonce) throw IdvErrors.challengeOver();
  return challenge;
}
