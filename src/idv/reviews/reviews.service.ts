import { once } from 'node:events';
import { Inject, Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import type { OpenBlob } from '../../shared/storage/index.js';
import { CONFIG, type Config } from '../../config.js';
import type { Tenant } from '../../shared/kernel/index.js';
import type { Tx } from '../../shared/persistence/index.js';
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
import { SessionChanges } from '../sessions/session-changes.service.js';

export type { ReviewPosition };

export interface GivenDecision {
  readonly clientId: string;
  readonly outcome: ReviewOutcome;
  readonly reasons: readonly Reason[];
  /** In the reviewer's own words. */
  readonly reason: string;
}

export interface Decided {
  readonly decision: ReviewDecision;
  readonly session: Session;
}

/** Shows sessions to reviewers, and takes their decisions. Every look at evidence is in the audit log. */
@Injectable()
export class Reviews {
  constructor(
    private readonly reviews: ReviewRepository,
    private readonly changes: SessionChanges,
    private readonly material: ReviewMaterial,
    private readonly marks: DocumentMarks,
    private readonly audit: AuditLog,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  get now(): Date {
    return this.changes.now;
  }

  async page(tenant: Tenant, filter: ReviewFilter, limit: number, after?: ReviewPosition): Promise<ReviewSummary[]> {
    const found = await this.reviews.page(tenant, filter, limit, after);
    return found.map((session) => this.material.summaryOf(session));
  }

  async look(ref: SessionRef): Promise<ReviewDetails> {
    const session = await this.#find(ref);
    const details = await this.material.detailsOf(session, await this.reviews.decisions(ref));
    await this.#noteView(session, 'findings');
    return details;
  }

  /** The look is in the log before the first byte is out. A storage that does not answer fails before it, too. */
  async openPicture(ref: SessionRef, kind: EvidenceKind): Promise<OpenBlob> {
    const session = await this.#find(ref);
    const opened = await this.material.picture(ref, kind);
    if (!opened) throw ReviewErrors.pictureNotFound();
    await once(opened.content, 'readable');
    await this.#noteView(session, kind);
    return opened;
  }

  /** Two at once wait for each other: the later one learns what the earlier one has led to. */
  async decide(ref: SessionRef, given: GivenDecision): Promise<Decided> {
    await this.#find(ref);
    return this.changes.change(ref, async (session, now, tx) => {
      if (session.status !== 'REVIEW') throw ReviewErrors.reviewDecided(undefined, { status: session.status });
      if (given.outcome === 'VERIFIED' && (await this.marks.isOfAnotherByNow(tx, session)))
        throw ReviewErrors.documentTaken();
      const reasons = reasonsFor(given.outcome, given.reasons, session.doubts);
      const before = await this.reviews.latest(tx, ref);
      const final = isDecisive(given, before ?? undefined, this.config.idvReviewFourEyes);
      const sealedReason = await this.material.sealReason(ref, given.reason);
      const { clientId, outcome } = given;
      const decision = ReviewDecision.of(session, { clientId, outcome, reasons, sealedReason, final }, now);
      await this.reviews.add(tx, decision);
      noteDecision(tx, session, decision);
      if (final) session.decideReview(outcome, reasons, now);
      return { decision, session };
    });
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

function noteDecision(tx: Tx, { tenant, sub }: Session, { sessionId, outcome, reasons, final }: ReviewDecision): void {
  tx.pending.audit.push({
    kind: 'idv.review-decided',
    tenant,
    subject: sub,
    details: { sessionId, outcome, reasons: [...reasons], final },
  });
}
