import { Injectable } from '@nestjs/common';
import type { OpenBlob } from '../../shared/storage/index.js';
import type { EvidenceItem, EvidenceKind } from '../evidence/evidence.js';
import type { SessionRef } from '../sessions/rules/session-ref.js';
import type { ReviewDecision } from './review-decision.entity.js';
import type { Session } from '../sessions/session.entity.js';
import { Evidence } from '../evidence/evidence.service.js';
import { Findings } from '../evidence/findings.service.js';
import type { SessionFindings } from '../evidence/session-findings.js';
import { SessionSecrets } from '../sessions/session-secrets.service.js';

export interface ReviewSummary {
  readonly session: Session;
  /** The token of the session, which the API calls `web_session_id`. */
  readonly token: string;
}

export interface ShownDecision {
  readonly decision: ReviewDecision;
  /** The reviewer's reason for the decision. Undefined once the retention period of the evidence has ended. */
  readonly reason: string | undefined;
}

export interface ReviewDetails extends ReviewSummary {
  readonly findings: SessionFindings;
  readonly pictures: readonly EvidenceItem[];
  readonly decisions: readonly ShownDecision[];
}

/** Decrypts the evidence of a reviewed session, and the reasons that reviewers gave for their decisions. */
@Injectable()
export class ReviewMaterial {
  constructor(
    private readonly evidence: Evidence,
    private readonly findings: Findings,
    private readonly secrets: SessionSecrets,
  ) {}

  summaryOf(session: Session): ReviewSummary {
    return { session, token: this.secrets.open(session).token };
  }

  async detailsOf(session: Session, decisions: readonly ReviewDecision[]): Promise<ReviewDetails> {
    return {
      ...this.summaryOf(session),
      findings: await this.findings.of(session),
      pictures: await this.evidence.list(session.ref),
      decisions: await Promise.all(
        decisions.map(async (decision) => ({ decision, reason: await this.#reasonOf(session.ref, decision) })),
      ),
    };
  }

  picture(ref: SessionRef, kind: EvidenceKind): Promise<OpenBlob | undefined> {
    return this.evidence.open(ref, kind);
  }

  sealReason(ref: SessionRef, reason: string): Promise<Buffer> {
    return this.evidence.sealFindings(ref, { reason });
  }

  /**
   * Decrypts the reviewer's reason for a decision. Returns undefined once the retention period of the evidence has
   * ended.
   */
  async #reasonOf(ref: SessionRef, { sealedReason }: ReviewDecision): Promise<string | undefined> {
    const opened = await this.evidence.openFindings(ref, sealedReason);
    return typeof opened?.['reason'] === 'string' ? opened['reason'] : undefined;
  }
}
