import { Injectable } from '@nestjs/common';
import type { JsonObject } from '../../shared/kernel/json.js';
import type { DocumentData, PrintedFields, Scores } from '../documents/document.js';
import type { PictureSignal } from '../pictures/picture-signals.js';
import type { Session } from '../sessions/session.entity.js';
import { Evidence } from './evidence.service.js';

/** Readings and judgements of a session. */
export interface SessionFindings {
  readonly document?: DocumentData;
  readonly scores?: Scores;
  readonly printed?: PrintedFields;
  /** They decide nothing. Reviewers see them. */
  readonly signals?: readonly PictureSignal[];
  /** Where the vendor takes the user in. It goes when there is a result. */
  readonly vendorUrl?: string;
}

/** The findings of sessions, sealed under the keys of their evidence: they are gone together. */
@Injectable()
export class Findings {
  constructor(private readonly evidence: Evidence) {}

  /** Empty when there are none, or when they are gone. */
  async of({ ref, sealedFindings }: Session): Promise<SessionFindings> {
    return sealedFindings ? ((await this.evidence.openFindings(ref, sealedFindings)) ?? {}) : {};
  }

  async replace(session: Session, findings: JsonObject): Promise<void> {
    session.sealedFindings = await this.evidence.sealFindings(session.ref, findings);
  }

  /** In place of those of an earlier selfie. */
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
