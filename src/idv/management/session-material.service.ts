import { Injectable } from '@nestjs/common';
import { thresholdsIn, type DocumentThresholds } from '@countersign/identity-engine';
import { UserDirectory } from '../../users/contract/index.js';
import type { EvidenceItem } from '../evidence/evidence.js';
import type { SessionFindings } from '../evidence/session-findings.js';
import { ReviewMaterial, type ShownDecision } from '../reviews/review-material.service.js';
import { ReviewRepository } from '../reviews/review.repository.js';
import type { Session } from '../sessions/session.entity.js';
import { fieldsOf, type ShownField } from './session-fields.js';

export interface ShownFindings {
  readonly findings: SessionFindings;
  readonly fields: readonly ShownField[];
  readonly thresholds: DocumentThresholds & { readonly match: number; readonly retry: number };
  readonly pictures: readonly EvidenceItem[];
  readonly decisions: readonly ShownDecision[];
}

/** Decrypts the data that was read and measured in a session, for callers who may see it. */
@Injectable()
export class SessionMaterial {
  constructor(
    private readonly material: ReviewMaterial,
    private readonly reviews: ReviewRepository,
    private readonly users: UserDirectory,
  ) {}

  async of(session: Session): Promise<ShownFindings> {
    const { settings } = session;
    const { findings, pictures, decisions } = await this.material.detailsOf(
      session,
      await this.reviews.decisions(session.ref),
    );
    const thresholds = {
      ...thresholdsIn(settings),
      match: settings.matchThreshold,
      retry: settings.retryThreshold,
    };
    const fields = fieldsOf(findings, await this.users.find(session.sub), session.byVendor);
    return { findings, fields, thresholds, pictures, decisions };
  }
}
