import { Injectable } from '@nestjs/common';
import { type DocumentData, SPECIMEN_STATE } from '@countersign/identity-engine';
import type { Tx } from '../../shared/persistence/index.js';
import { chipKinds } from '../evidence/evidence.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import type { Session } from '../sessions/session.entity.js';
import { SessionPictures } from '../pictures/session-pictures.service.js';
import { mustBeAt, outcomeOf, type StepOutcome } from '../steps/session-steps.service.js';
import { ChipReadings } from './chip-readings.service.js';
import { ChipTrustOfSessions } from './chip-trust-of-sessions.service.js';

/**
 * The choices of a user who is asked to have the chip read: get a new code for the app, continue without the chip, or
 * photograph the data page of the document again.
 */
@Injectable()
export class ChipSteps {
  constructor(
    private readonly readings: ChipReadings,
    private readonly trust: ChipTrustOfSessions,
    private readonly changes: SessionChanges,
    private readonly pictures: SessionPictures,
  ) {}

  /**
   * Whether the session asks the user to have the document's chip read. If the chip is optional, the user is asked only
   * if an app can read the chip and a trusted authority could confirm it.
   */
  async isWanted({ settings, tenant, test }: Session, document: DocumentData): Promise<boolean> {
    const { type, country, birthDate, expiryDate } = document;
    const { chip = 'off', chipApp } = settings;
    if (chip === 'off' || type !== 'passport') return false;
    if (chip === 'required') return true;
    if (birthDate === null || expiryDate === null) return false; // the chip's key is derived from both dates
    return test ? country === SPECIMEN_STATE : chipApp !== undefined && this.trust.isThere(tenant);
  }

  /** Creates a code for the app. The session must be locked and at the chip step. */
  begin(tx: Tx, { ref }: Session): Promise<void> {
    return this.readings.offer(tx, ref);
  }

  /** Creates a new code for the app at the user's request. */
  async beginAgain({ ref }: Session): Promise<StepOutcome> {
    return this.pictures.removeWith(ref, chipKinds, async (session, now, tx) => {
      mustBeAt(session, 'chip');
      session.afterChip('retryChip', now);
      await this.readings.offer(tx, ref);
      this.changes.notifyPages(tx, ref);
      return outcomeOf(session);
    });
  }

  /**
   * Continues without the chip, because the user has no chip or no app, or because the reading fails. A session that
   * requires the chip ends as CANCELLED.
   */
  async goWithout({ ref }: Session): Promise<StepOutcome> {
    return this.pictures.removeWith(ref, chipKinds, (session, now, tx) => {
      mustBeAt(session, 'chip');
      this.readings.remove(tx, ref);
      if (session.settings.chip === 'required') session.end('CANCELLED', ['chip_needed'], now);
      else session.afterChip('skipChip', now);
      return outcomeOf(session);
    });
  }

  /**
   * Lets the user photograph the data page of the document again, because the key of the chip was misread from it, or
   * because it belongs to another passport.
   */
  async photographAgain({ ref }: Session): Promise<StepOutcome> {
    return this.pictures.removeWith(ref, chipKinds, (session, now, tx) => {
      mustBeAt(session, 'chip');
      this.readings.remove(tx, ref);
      session.retakeDocument(now);
      return outcomeOf(session);
    });
  }
}
