import { once } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import type { OpenBlob } from '../../shared/storage/index.js';
import { CONFIG, type Config } from '../../config.js';
import { normalisedEmail, type Tenant } from '../../shared/kernel/index.js';
import { OperatorPersons } from '../../operators/contract/index.js';
import type { Tx } from '../../shared/persistence/index.js';
import { UserDirectory } from '../../users/contract/index.js';
import type { EvidenceKind } from '../evidence/evidence.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import { isDecisive, reasonsFor, ReviewErrors } from './review.js';
import type { Reason } from '../sessions/rules/reasons.js';
import type { ReviewOutcome } from '../sessions/rules/session-status.js';
import { ReviewDecision } from './review-decision.entity.js';
import type { Session } from '../sessions/session.entity.js';
import { DocumentMarks } from '../sessions/document-marks.service.js';
import { ReviewMaterial, type ReviewDetails, type ReviewSummary } from './review-material.service.js';
import { ReviewRepository, type ReviewFilter, type ReviewPosition } from './review.repository.js';
import { SessionEvents } from '../session-events/session-events.service.js';
import { SessionChanges } from '../sessions/session-changes.service.js';

export type { ReviewPosition };

export interface GivenDecision {
  /** The reviewer, as `operator:<sub>` or `client:<id>`. */
  readonly by: string;
  /** The `sub` of the reviewer, if it is an operator. */
  readonly operator?: string | undefined;
  readonly outcome: ReviewOutcome;
  readonly reasons: readonly Reason[];
  /** The reason for the decision, in the reviewer's own words. */
  readonly reason: string;
}

export interface Decided {
  readonly decision: ReviewDecision;
  readonly session: Session;
}

const CLAIM_MS = 15 * 60_000;

/** Shows sessions to reviewers, and stores their decisions. Every access to evidence is written to the audit log. */
@Injectable()
export class Reviews {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly changes: SessionChanges,
    private readonly material: ReviewMaterial,
    private readonly marks: DocumentMarks,
    private readonly events: SessionEvents,
    private readonly users: UserDirectory,
    private readonly persons: OperatorPersons,
    private readonly audit: AuditLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  get now(): Date {
    return this.changes.now;
  }

  async page(tenant: Tenant, filter: ReviewFilter, limit: number, after?: ReviewPosition): Promise<ReviewSummary[]> {
    const found = await this.reviews.page(tenant, filter, this.now, limit, after);
    return found.map((session) => this.material.summaryOf(session));
  }

  /**
   * Writes a search to the audit log. The log is kept forever, so the entry says only that the reviews were filtered by
   * person, not by which person.
   */
  async noteSearch(tenant: Tenant, filter: ReviewFilter, rows: number): Promise<void> {
    const named = Object.entries(filter).filter(([, value]) => value !== undefined);
    const details = { filter: { status: 'REVIEW', by: named.map(([name]) => name) }, rows };
    await this.audit.record({ kind: 'idv.sessions-searched', tenant, details });
  }

  async look(ref: SessionRef): Promise<ReviewDetails> {
    const session = await this.#find(ref);
    const details = await this.material.detailsOf(session, await this.reviews.decisions(ref));
    await this.#noteView(session, 'findings');
    return details;
  }

  /** Opens a picture. If the storage can open it, an audit entry is written before the first byte is sent. */
  async openPicture(ref: SessionRef, kind: EvidenceKind): Promise<OpenBlob> {
    const session = await this.#find(ref);
    const opened = await this.material.picture(ref, kind);
    if (!opened) throw ReviewErrors.pictureNotFound();
    await once(opened.content, 'readable');
    await this.#noteView(session, kind);
    return opened;
  }

  /**
   * Stores a decision. Of two concurrent decisions, the second one sees the result of the first, because the session is
   * locked.
   */
  async decide(ref: SessionRef, given: GivenDecision): Promise<Decided> {
    const { sub } = await this.#find(ref);
    if (given.operator !== undefined && (await this.#areOne(given.operator, sub))) throw ReviewErrors.ownReview();
    return this.changes.change(ref, async (session, now, tx) => {
      if (session.status !== 'REVIEW') throw ReviewErrors.reviewDecided(undefined, { sessionStatus: session.status });
      if (given.outcome === 'VERIFIED' && (await this.marks.isOfAnotherByNow(tx, session)))
        throw ReviewErrors.documentTaken();
      refuseIfClaimed(session, given.by, now);
      const reasons = reasonsFor(given.outcome, given.reasons, session.doubts);
      const before = await this.reviews.latest(tx, ref);
      const fourEyes = this.config.idvReviewFourEyes;
      const agrees = isDecisive(given, before ?? undefined, fourEyes);
      const final = agrees && !(fourEyes && before && (await this.#isFirstAgain(tx, before, given)));
      const sealedReason = await this.material.sealReason(ref, given.reason);
      const { by: decidedBy, outcome } = given;
      const decision = ReviewDecision.of(session, { decidedBy, outcome, reasons, sealedReason, final }, now);
      await this.reviews.add(tx, decision);
      noteDecision(tx, session, decision);
      this.events.add(tx, ref, { kind: 'decided', details: { by: decidedBy, outcome, final } });
      session.releaseClaim();
      if (final) session.decideReview(outcome, reasons, now);
      return { decision, session };
    });
  }

  /** Reserves a review for one reviewer for a limited time. Of two concurrent claims, the second one is refused. */
  async claim(ref: SessionRef, by: string): Promise<Session> {
    await this.#find(ref);
    return this.changes.change(ref, (session, now) => {
      if (session.status !== 'REVIEW') throw ReviewErrors.reviewDecided(undefined, { sessionStatus: session.status });
      refuseIfClaimed(session, by, now);
      session.claim(by, new Date(now.getTime() + CLAIM_MS));
      return session;
    });
  }

  /** Releases the reviewer's own claim. A claim by another reviewer stays. */
  async release(ref: SessionRef, by: string): Promise<void> {
    await this.#find(ref);
    await this.changes.change(ref, (session) => {
      if (session.claimedBy === by) session.releaseClaim();
    });
  }

  /**
   * Whether an operator and a user are the same person. An operator may have a second account as a customer of the
   * enterprise; the two accounts then have the same email address.
   */
  async #areOne(operator: string, sub: string): Promise<boolean> {
    if (operator === sub) return true;
    const [one, other] = await Promise.all([this.users.find(operator), this.users.find(sub)]);
    if (!one?.emailId || !other?.emailId) return false;
    return normalisedEmail(one.emailId) === normalisedEmail(other.emailId);
  }

  /**
   * Whether this decision counts as the first of two, although there is one before: the operator who made that one was
   * removed. Throws if both may be of one operator with two accounts. The people behind a client are not known.
   */
  async #isFirstAgain(tx: Tx, before: ReviewDecision, { operator }: GivenDecision): Promise<boolean> {
    if (before.operator === undefined || operator === undefined) return false;
    const opinion = await this.persons.judge(tx, { by: before.operator, at: before.decidedAt }, operator);
    if (opinion === 'maybe of the same person') throw ReviewErrors.sameReviewer();
    return opinion === 'first is gone';
  }

  async #find(ref: SessionRef): Promise<Session> {
    const session = await this.reviews.find(ref);
    if (!session) throw ReviewErrors.reviewNotFound();
    return session;
  }

  async #noteView({ tenant, sub, sessionId }: Session, what: EvidenceKind | 'findings'): Promise<void> {
    await this.audit.record({ kind: 'idv.evidence-viewed', tenant, subject: sub, details: { sessionId, what } });
  }
}

function refuseIfClaimed(session: Session, by: string, now: Date): void {
  const claim = session.claimAt(now);
  if (!claim || claim.by === by) return;
  throw ReviewErrors.reviewClaimed(undefined, { claimedBy: claim.by, claimedUntil: claim.until.toISOString() });
}

function noteDecision(tx: Tx, { tenant, sub }: Session, { sessionId, outcome, reasons, final }: ReviewDecision): void {
  tx.pending.audit.push({
    kind: 'idv.review-decided',
    tenant,
    subject: sub,
    details: { sessionId, outcome, reasons: [...reasons], final },
  });
}
