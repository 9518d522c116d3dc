import { Injectable } from '@nestjs/common';
import { UserDirectory } from '../../users/contract/index.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { specimen } from '../engines/sandbox-engine.adapter.js';
import { Findings } from '../evidence/findings.service.js';
import { SessionPictures } from '../pictures/session-pictures.service.js';
import { PracticeReview } from '../specimens/practice-review.service.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import type { Session } from '../sessions/session.entity.js';
import { outcomeOf, type StepOutcome } from './session-steps.service.js';

const COUNTRY = 'UTO';
const SURE = 0.97;

/**
 * Ends a session in test mode with the result that its payload requests, or sends it to review if the payload requests
 * that.
 */
@Injectable()
export class SimulatedEndings {
  constructor(
    private readonly changes: SessionChanges,
    private readonly pictures: SessionPictures,
    private readonly findings: Findings,
    private readonly practice: PracticeReview,
    private readonly users: UserDirectory,
  ) {}

  simulate(session: Session): Promise<StepOutcome> {
    if (session.simulation?.status === 'REVIEW') return this.#handToReviewers(session);
    return this.changes.change(session.ref, (locked, now) => {
      mustBeSimulated(locked);
      locked.simulate(now);
      return outcomeOf(locked);
    });
  }

  /**
   * Sends the session to review with drawn pictures. Drawing them takes a second, so this is done before the session's
   * row is locked.
   */
  async #handToReviewers(session: Session): Promise<StepOutcome> {
    mustBeSimulated(session);
    const holder = await this.users.find(session.sub);
    const document = specimen('passport', COUNTRY, {
      firstName: holder?.firstName ?? null,
      lastName: holder?.lastName ?? null,
    });
    const printed = {
      firstNames: document.firstNames ?? '',
      lastNames: document.lastNames ?? '',
      number: document.number,
      birthDate: document.birthDate ?? '',
      expiryDate: document.expiryDate ?? '',
    };
    const isSame = /[02468ace]$/.test(session.sessionId);
    const drawn = await this.practice.draw(printed, isSame);
    return this.pictures.keepWith(session, drawn, async (locked, now) => {
      mustBeSimulated(locked);
      // Reviewers get the lowest face score with which a selfie is still reviewed. Below this threshold, it would be
      // refused.
      const face = locked.settings.retryThreshold;
      await this.findings.replace(locked, { document, scores: { document: SURE, face, liveness: SURE } });
      Object.assign(locked, { documentType: document.type, documentCountry: COUNTRY });
      locked.simulate(now);
      return outcomeOf(locked);
    });
  }
}

function mustBeSimulated({ simulation, status, step }: Session): void {
  if (!simulation || status !== 'IN_PROGRESS') throw IdvErrors.wrongStep(undefined, { step });
}
