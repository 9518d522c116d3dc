import { Injectable } from '@nestjs/common';
import type { DocumentData, PictureSignal, Scores } from '@countersign/identity-engine';
import type { JsonObject } from '../../shared/kernel/index.js';
import type { Session } from '../sessions/session.entity.js';
import { Evidence } from './evidence.service.js';
import type { ChipFindings, SessionFindings } from './session-findings.js';

/** Stores the findings of sessions, encrypted with the keys of their evidence, so that both are deleted together. */
@Injectable()
export class Findings {
  constructor(private readonly evidence: Evidence) {}

  /** Returns the findings of a session; empty if there are none, or if they were deleted. */
  async of({ ref, sealedFindings }: Session): Promise<SessionFindings> {
    return sealedFindings ? ((await this.evidence.openFindings(ref, sealedFindings)) ?? {}) : {};
  }

  async replace(session: Session, findings: JsonObject): Promise<void> {
    session.sealedFindings = await this.evidence.sealFindings(session.ref, findings);
  }

  /**
   * Replaces the document data read from the picture with the data from the chip. The scores and signals of the picture
   * are kept for reviewers.
   */
  async replaceByChip(session: Session, document: DocumentData, chip: ChipFindings): Promise<void> {
    const { scores, signals } = await this.of(session);
    const ofPicture = { ...(scores && { scores }), ...(signals && { signals: [...signals] }) };
    await this.replace(session, { ...ofPicture, document, chip });
  }

  /** Adds the scores and signals of a selfie, replacing those of any earlier selfie. */
  async addSelfie(session: Session, scores: Scores, signals: readonly PictureSignal[]): Promise<void> {
    const known = await this.of(session);
    const ofDocument = (known.signals ?? []).filter(({ side }) => side !== 'selfie');
    await this.replace(session, {
      ...known,
      scores: { ...known.scores, ...scores },
      signals: [...ofDocument, ...signals],
    });
  }
}
