import { Injectable, Logger } from '@nestjs/common';
import type { DocumentData } from '@countersign/identity-engine';
import { DomainError, Tenant } from '../../shared/kernel/index.js';
import { documentFault } from '../documents/document-judgement.js';
import { IdvErrors } from '../contract/idv.errors.js';
import { kycJob } from '../kyc/kyc.js';
import { endingBy, type Reason } from '../sessions/rules/reasons.js';
import { removalAtVendor } from './vendor-jobs.js';
import type { Session } from '../sessions/session.entity.js';
import type { VendorOutcome, VendorSession } from './vendor.port.js';
import { DocumentMarks } from '../sessions/document-marks.service.js';
import { Findings } from '../evidence/findings.service.js';
import { SessionChanges, type Change } from '../sessions/session-changes.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { VendorOrders } from './vendor-orders.service.js';

type Result = Exclude<VendorOutcome, { readonly outcome: 'pending' }>;
type Passed = Extract<VendorOutcome, { readonly outcome: 'passed' }>;

const BY_REF = Tenant.all('a vendor names sessions by its own ids');

/** Applies the vendor's responses to a session. If the session is no longer at the step `vendor`, they are ignored. */
@Injectable()
export class VendorResults {
  readonly #log = new Logger(VendorResults.name);

  constructor(
    private readonly changes: SessionChanges,
    private readonly sessions: SessionRepository,
    private readonly findings: Findings,
    private readonly marks: DocumentMarks,
    private readonly orders: VendorOrders,
  ) {}

  /**
   * Stores the ID of the vendor's session. If our session has ended in the meantime, the vendor's session is deleted.
   */
  async noteSession(session: Session, { vendorRef, redirectUrl }: VendorSession): Promise<void> {
    if (await this.#isOfAnother(session, vendorRef)) return;
    const noted = await this.#whileThere(session, async (locked, now) => {
      if (locked.vendorRef !== null) return;
      await this.findings.replace(locked, { vendorUrl: redirectUrl });
      locked.sendToVendor(vendorRef, now);
    });
    if (!noted) await this.changes.request(removalAtVendor(vendorRef));
  }

  async conclude(session: Session, result: Result): Promise<void> {
    if (result.outcome === 'passed') await this.#pass(session, result);
    else if (result.outcome === 'failed') await this.#fail(session, result.reasons);
    else await this.#whileThere(session, (locked, now) => locked.end('CANCELLED', [], now));
  }

  /**
   * Continues a session whose document the vendor has accepted. This first checks that the document belongs to the user
   * and that its type is allowed.
   */
  async #pass(session: Session, { document, scores, doubts }: Passed): Promise<void> {
    const fault = await this.#faultOf(session, document);
    if (fault !== undefined) return this.#fail(session, [fault]);
    if (doubts.length > 0 && !session.settings.review) return this.#fail(session, ['document_unreadable']);
    await this.#whileThere(session, async (locked, now, tx) => {
      await this.findings.replace(locked, { document, scores });
      locked.documentMark = this.marks.markOf(document);
      locked.passVendor(document, doubts, now);
      if (locked.step === 'kyc') tx.pending.jobs.push(kycJob(locked));
    });
  }

  async #fail(session: Session, reasons: readonly [Reason, ...Reason[]]): Promise<void> {
    const ending = endingBy(reasons);
    await this.#whileThere(session, (locked, now) => locked.end(ending.status, ending.reasons, now));
  }

  async #faultOf(session: Session, document: DocumentData): Promise<Reason | undefined> {
    if (!session.settings.documentTypes.includes(document.type)) return 'document_type_not_accepted';
    return documentFault({
      document,
      chosen: document,
      holder: await this.orders.holderOf(session),
      hasPortrait: true,
      isOfAnotherUser: await this.marks.isOfAnother(session, document),
      now: this.changes.now,
    });
  }

  async #isOfAnother({ sessionId }: Session, vendorRef: string): Promise<boolean> {
    const known = await this.sessions.findByVendorRef(BY_REF, vendorRef);
    if (!known || known.sessionId === sessionId) return false;
    this.#log.error({ sessionId, other: known.sessionId }, "The vendor returned another user's session");
    return true;
  }

  /** Changes the session if it is still at the step `vendor`. Otherwise returns false and changes nothing. */
  async #whileThere({ ref }: Session, change: Change<void>): Promise<boolean> {
    try {
      return await this.changes.change(ref, async (session, now, tx) => {
        if (session.step !== 'vendor') return false;
        await change(session, now, tx);
        return true;
      });
    } catch (error) {
      if (error instanceof DomainError && (error.kind === IdvErrors.expired || error.kind === IdvErrors.noSession))
        return false;
      throw error;
    }
  }
}
