import { Injectable } from '@nestjs/common';
import type { SeenFault } from '@countersign/identity-engine';
import { IdvErrors } from '../contract/idv.errors.js';
import type { DocumentFaultSeen } from '../engines/engine.port.js';
import { isFinal, isOpen, type FinalStatus } from '../sessions/rules/session-status.js';
import { vendorJob } from '../vendor/vendor-jobs.js';
import type { Step } from '../sessions/rules/session-step.js';
import type { Reason } from '../sessions/rules/reasons.js';
import type { Session } from '../sessions/session.entity.js';
import { DocumentMarks } from '../sessions/document-marks.service.js';
import { OfferedDocuments } from '../engines/engines.service.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { chipKinds, documentKinds } from '../evidence/evidence.js';
import { SessionPictures } from '../pictures/session-pictures.service.js';

/**
 * The result of a step: the session goes to the next step, the attempt has failed and may be repeated, or the user's
 * part has ended.
 */
export type StepOutcome =
  | { readonly step: Step }
  | {
      readonly retry: Reason;
      readonly left: number;
      readonly step: Step;
      readonly seen?: SeenFault | DocumentFaultSeen;
    }
  | { readonly final: FinalStatus | 'REVIEW' };

/** The steps that the user completes by submitting a form. */
@Injectable()
export class SessionSteps {
  constructor(
    private readonly changes: SessionChanges,
    private readonly marks: DocumentMarks,
    private readonly offered: OfferedDocuments,
    private readonly pictures: SessionPictures,
  ) {}

  consent({ ref }: Session, agreed: boolean): Promise<StepOutcome> {
    return this.changes.change(ref, (session, now, tx) => {
      mustBeAt(session, 'consent');
      if (agreed) session.agree(now);
      else session.end('DECLINED', ['consent_denied'], now);
      if (session.step === 'vendor') tx.pending.jobs.push(vendorJob(session));
      return outcomeOf(session);
    });
  }

  /**
   * Stores the type and country of the document that the user wants to photograph. Pictures of a document that was
   * chosen earlier are removed.
   */
  chooseDocument({ ref }: Session, choice: { readonly type: string; readonly country: string }): Promise<StepOutcome> {
    return this.pictures.removeWith(
      ref,
      () => documentKinds,
      (session, now) => {
        if (!this.offered.isOffered(session, choice)) throw IdvErrors.typeNotOffered();
        session.choose(choice, now);
        return outcomeOf(session);
      },
    );
  }

  /** Lets the user choose another document instead of taking pictures of the chosen one. */
  chooseAnother({ ref }: Session): Promise<StepOutcome> {
    return this.changes.change(ref, (session, now) => {
      session.chooseAnother(now);
      return outcomeOf(session);
    });
  }

  confirmReading({ ref }: Session, answer: 'confirm' | 'retake'): Promise<StepOutcome> {
    const change = (session: Session, now: Date): StepOutcome => {
      if (answer === 'confirm') session.confirmReading(now);
      else session.retakeDocument(now);
      return outcomeOf(session);
    };
    return this.pictures.removeWith(ref, answer === 'retake' ? chipKinds : () => [], change);
  }

  /** Completes the last step, the consent to share the result. Without consent, the evidence is dropped at once. */
  optIn({ ref }: Session, { agreed, keepFace }: { agreed: boolean; keepFace: boolean }): Promise<StepOutcome> {
    return this.changes.change(ref, async (session, now, tx) => {
      mustBeAt(session, 'optIn');
      const isTaken = agreed && (await this.marks.isOfAnotherByNow(tx, session));
      if (isTaken) session.refuseDocument('duplicate_document', now);
      else session.decideOptIn(agreed, keepFace, now);
      return outcomeOf(session);
    });
  }

  /** Ends the session because the user cancels it. */
  cancel({ ref }: Session): Promise<StepOutcome> {
    return this.changes.change(ref, (session, now) => {
      if (!isOpen(session.status)) throw IdvErrors.wrongStep(undefined, { step: session.step });
      session.end('CANCELLED', [], now);
      return outcomeOf(session);
    });
  }

  /**
   * Ends the session because no way of taking a selfie suits the user. The enterprise must then verify the user in
   * another way.
   */
  needAnotherWay({ ref }: Session): Promise<StepOutcome> {
    return this.changes.change(ref, (session, now) => {
      mustBeAt(session, 'selfie');
      session.end('CANCELLED', ['other_way_needed'], now);
      return outcomeOf(session);
    });
  }

  /** Extends the idle timeout, and returns the new expiry time of the session. */
  extend({ ref }: Session): Promise<Date> {
    return this.changes.change(ref, (session, now) => {
      if (session.status !== 'IN_PROGRESS') throw IdvErrors.wrongStep(undefined, { step: session.step });
      session.extend(now);
      return session.expiresAt;
    });
  }
}

export function outcomeOf({ status, step }: Session): StepOutcome {
  if (isFinal(status) || status === 'REVIEW') return { final: status as FinalStatus | 'REVIEW' };
  return { step };
}

export function mustBeAt({ step }: Session, ...steps: readonly Step[]): void {
  if (!steps.includes(step)) throw IdvErrors.wrongStep(undefined, { step });
}
