import { Check, Entity, Index } from 'typeorm';
import type { DocumentChoice } from '@countersign/identity-engine';
import { newIdAt, type Tenant } from '../../shared/kernel/index.js';
import type { Challenge } from '../selfies/challenge.js';
import { IdvFinished } from '../contract/idv.events.js';
import { reasonFacts, type DocumentReason, type Reason } from './rules/reasons.js';
import { endings, retainedUntil, reviewOutcomes, sessionOver, sessionStatus } from './rules/session-status.js';
import type { Ending, FinalStatus, ReviewOutcome } from './rules/session-status.js';
import { MOST_ATTEMPTS, RETAKE, sessionStep } from './rules/session-step.js';
import type { Attempted, ChipAction, Retake } from './rules/session-step.js';
import { atFirst, IndexesOfMigrations, SessionColumns, type NewSession } from './session-columns.entity.js';

const BY_ORDER = { timeIsUp: true, passedAndOptedIn: true, attemptsUsedUp: true };
const oneOf = (values: readonly string[]): string => values.map((value) => `'${value}'`).join(', ');

/** The verification of one person, from the request of the enterprise to its result. */
@Entity({ schema: 'idv', name: 'session' })
@Check('session_status', `status IN (${oneOf(sessionStatus.states)})`)
@Check('session_step', `step IN (${oneOf(sessionStep.states)})`)
@Index('session_token', ['tokenHash'], { unique: true })
@Index('session_of_user', ['enterpriseId', 'test', 'userId', 'createdAt', 'sessionId'])
@Index('session_listed', ['enterpriseId', 'test', 'createdAt', 'sessionId'])
@Index('session_listed_status', ['enterpriseId', 'test', 'status', 'createdAt', 'sessionId'])
@Index('session_listed_client', ['enterpriseId', 'test', 'clientId', 'createdAt', 'sessionId'])
@Index('session_of_sub', ['sub'])
@IndexesOfMigrations('listed_type listed_country reasons vendor one_open owner follower due document drop_at in_review')
export class Session extends SessionColumns {
  /** Creates a session. The caller must then set `sealedContent`, the encrypted token and payload. */
  static open(tenant: Tenant, { secondsToStart, ...given }: NewSession, now: Date): Session {
    return Object.assign(new Session(), {
      ...given,
      sessionId: newIdAt(now.getTime()),
      ...{ enterpriseId: tenant.enterpriseId, test: tenant.test },
      status: sessionStatus.move(null, 'open'),
      step: sessionStep.move(null, 'open'),
      ...{ ...atFirst, createdAt: now, touchedAt: now },
      expiresAt: new Date(now.getTime() + secondsToStart * 1_000),
    });
  }

  start(ownerHash: string, language: string | null, now: Date): void {
    this.status = sessionStatus.move(this.status, 'start');
    this.step = sessionStep.move(this.step, 'start');
    this.ownerHash = ownerHash;
    this.language ??= language;
    this.startedAt = now;
    this.#changed(now);
  }

  /** Hands the session over to another browser. The previous browser may only watch from then on. */
  passOn(ownerHash: string, now: Date): void {
    if (this.status !== 'IN_PROGRESS') throw sessionOver(this.status);
    this.followerHash = this.ownerHash;
    this.ownerHash = ownerHash;
    this.#changed(now);
  }

  agree(now: Date): void {
    this.step = this.byVendor
      ? sessionStep.move(this.step, 'agreeToVendor', { byVendor: true })
      : sessionStep.move(this.step, 'agree', { onOwnPages: true });
    this.#changed(now);
  }

  /** Stores the ID of the verification that the vendor has created for this session. */
  sendToVendor(vendorRef: string, now: Date): void {
    this.vendorRef = vendorRef;
    this.#changed(now);
  }

  passVendor({ type, country }: DocumentChoice, doubts: readonly Reason[], now: Date): void {
    this.documentType = type;
    this.documentCountry = country;
    this.doubts = [...doubts];
    this.step = this.kycRequired
      ? sessionStep.move(this.step, 'askKyc', { withKyc: true })
      : sessionStep.move(this.step, 'passVendor', { withoutKyc: true });
    this.#changed(now);
  }

  choose({ type, country }: DocumentChoice, now: Date): void {
    this.step = sessionStep.move(this.step, 'chooseDocument');
    this.documentType = type;
    this.documentCountry = country;
    this.#changed(now);
  }

  chooseAnother(now: Date): void {
    this.step = sessionStep.move(this.step, 'chooseAnother');
    this.#changed(now);
  }

  keepFront(now: Date): void {
    this.step = sessionStep.move(this.step, 'keepFront', { hasBack: this.hasBack });
    this.#changed(now);
  }

  /** Records that the document was read. The given `doubts` of the engine replace earlier doubts. */
  noteReading(doubts: readonly Reason[], now: Date, chipWanted = false): void {
    this.#attempt('document');
    this.step = chipWanted
      ? sessionStep.move(this.step, 'offerChip', { chipWanted })
      : sessionStep.move(this.step, 'readDocument', { allSidesTaken: this.step === 'back' || !this.hasBack });
    this.doubts = [...doubts];
    this.reasons = [];
    this.#changed(now);
  }

  /** Called when the chip was read, when the user skips it, or when the user requests another reading. */
  afterChip(action: ChipAction, now: Date, { doubts = this.doubts, reasons = [] as readonly Reason[] } = {}): void {
    const chipOptional = this.settings.chip === 'offered';
    this.step = sessionStep.move(this.step, action, { chipOptional, attemptsLeft: true });
    [this.doubts, this.reasons] = [[...doubts], [...reasons]];
    this.#changed(now);
  }

  confirmReading(now: Date): void {
    this.step = sessionStep.move(this.step, 'confirmReading');
    this.#changed(now);
  }

  /** Makes the user photograph the document again, because it was read incorrectly. */
  retakeDocument(now: Date): void {
    this.step = sessionStep.move(this.step, 'retakeDocument', { attemptsLeft: this.attemptsLeft('document') > 0 });
    this.forgetFindings();
    this.#changed(now);
  }

  challenged(challenge: Challenge, now: Date): void {
    this.challenge = challenge;
    this.#changed(now);
  }

  passSelfie(doubts: readonly Reason[], now: Date): void {
    this.#attempt('selfie');
    this.doubts = [...new Set([...this.doubts, ...doubts])];
    this.reasons = [];
    this.challenge = null;
    this.step = this.kycRequired
      ? sessionStep.move(this.step, 'askKyc', { withKyc: true })
      : sessionStep.move(this.step, 'passSelfie', { withoutKyc: true });
    this.#changed(now);
  }

  passKyc(referenceId: string | null, now: Date): void {
    this.step = sessionStep.move(this.step, 'passKyc');
    this.kycReferenceId = referenceId;
    this.#changed(now);
  }

  /** Counts a failed attempt. Repeats the step or, if no attempts are left, ends the session for the given reason. */
  failAttempt(which: Attempted, reason: Reason, now: Date, retake: Retake = RETAKE[which]): void {
    this.#attempt(which);
    [this.challenge, this.reasons] = [null, [reason]];
    if (this.attemptsLeft(which) === 0) {
      this.end(reasonFacts[reason].status, [reason], now);
      return;
    }
    this.step = sessionStep.move(this.step, retake, { attemptsLeft: true });
    this.#changed(now);
  }

  /** Ends the session after its last step: DECLINED without consent, REVIEW with doubts, otherwise VERIFIED. */
  decideOptIn(agreed: boolean, keepFace: boolean, now: Date): void {
    this.step = sessionStep.move(this.step, 'decideOptIn');
    this.optIn = agreed;
    if (agreed) this.lastStep = this.step;
    this.keepFace = agreed && keepFace && !this.byVendor; // a vendor sends no picture that could be stored
    if (!agreed) this.end('DECLINED', ['consent_denied'], now);
    else if (this.doubts.length > 0) this.#askForReview(now);
    else this.end('VERIFIED', [], now);
  }

  /** Ends the session for the given reason at once, even if the user has attempts left. */
  refuseDocument(reason: DocumentReason, now: Date): void {
    this.attempts = { ...this.attempts, document: MOST_ATTEMPTS };
    this.end(reasonFacts[reason].status, [reason], now);
  }

  /** In test mode, ends the session with the result that its payload requests, or sends it to review. */
  simulate(now: Date): void {
    if (!this.simulation) throw new Error('This session simulates nothing');
    const { status, reasons } = this.simulation;
    this.optIn = status === 'VERIFIED' || status === 'REVIEW' || this.optIn;
    if (status === 'VERIFIED' && this.kycRequired) this.kycReferenceId = `SIMULATED-${this.sessionId}`;
    this.doubts = status === 'REVIEW' ? [...reasons] : this.doubts;
    if (status === 'REVIEW') this.#askForReview(now, BY_ORDER);
    else this.#finish(endings[status], reasons, now, BY_ORDER);
  }

  decideReview(outcome: ReviewOutcome, reasons: readonly Reason[], now: Date): void {
    this.#finish(reviewOutcomes[outcome], reasons, now, this.#facts(now));
  }

  end(status: FinalStatus, reasons: readonly Reason[], now: Date): void {
    this.#finish(endings[status], reasons, now, this.#facts(now));
  }

  #facts(now: Date) {
    const left = Math.min(this.attemptsLeft('document'), this.attemptsLeft('selfie'));
    return {
      timeIsUp: this.isDue(now),
      passedAndOptedIn: this.step === 'done' && this.optIn === true,
      attemptsUsedUp: left === 0 || this.step === 'vendor', // a vendor counts the attempts itself
    };
  }

  #finish(
    ending: Ending | (typeof reviewOutcomes)[ReviewOutcome],
    reasons: readonly Reason[],
    now: Date,
    facts: Readonly<Record<'timeIsUp' | 'passedAndOptedIn' | 'attemptsUsedUp', boolean>>,
  ): void {
    this.status = sessionStatus.move(this.status, ending, facts);
    this.reasons = [...reasons];
    this.#close(now);
    this.finishedAt = now;
    if (this.status === 'DECLINED') this.forgetFindings();
    else this.dropAt = retainedUntil(now, this.settings.retentionDays, this.keepFace && this.status === 'VERIFIED');
    const { sub, userId, enterpriseId, test, sessionId, status, kycReferenceId } = this;
    this.record(new IdvFinished({ sub, userId, enterpriseId, test, sessionId, status, kycReferenceId }));
  }

  #askForReview(now: Date, facts = this.#facts(now)): void {
    this.status = sessionStatus.move(this.status, 'askForReview', facts);
    this.reasons = [...this.doubts];
    this.#close(now);
  }

  /** Called when the session ends or goes to review. After that, no page of the user can continue the session. */
  #close(now: Date): void {
    if (this.step !== 'done') this.step = sessionStep.move(this.step, 'end');
    this.challenge = null;
    this.releaseClaim();
    this.touchedAt = now;
    this.version += 1;
  }

  #attempt(which: Attempted): void {
    this.attempts = { ...this.attempts, [which]: this.attempts[which] + 1 };
  }

  #changed(now: Date): void {
    this.lastStep = this.step;
    this.extend(now);
    this.version += 1;
  }
}
