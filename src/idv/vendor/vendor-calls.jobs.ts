import { Injectable, Logger } from '@nestjs/common';
import { HandlesJob, JobHandler } from '../../shared/jobs/index.js';
import { DomainError, KernelErrors, Tenant } from '../../shared/kernel/index.js';
import { FOLLOW_VENDOR, nextPoll, REMOVE_AT_VENDOR } from './vendor-jobs.js';
import type { Session } from '../sessions/session.entity.js';
import { LiveVendor, type IdvVendor } from './vendor.port.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { SessionRepository } from '../sessions/session.repository.js';
import { VendorOrders } from './vendor-orders.service.js';
import { VendorResults } from './vendor-results.service.js';

type Payload = {
  readonly sessionId: string;
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly turn: number;
};

/**
 * Creates a session at the vendor, then polls its result until there is one or our session has ended. A webhook, or a
 * user who returns from the vendor, makes the next poll happen sooner. Without either, the result arrives up to a
 * minute later.
 */
@Injectable()
@HandlesJob(FOLLOW_VENDOR, { concurrency: 16, laneConcurrency: 8, leaseSeconds: 60 })
export class FollowVendor extends JobHandler<Payload> {
  readonly #log = new Logger(FollowVendor.name);

  constructor(
    private readonly changes: SessionChanges,
    private readonly sessions: SessionRepository,
    private readonly live: LiveVendor,
    private readonly orders: VendorOrders,
    private readonly results: VendorResults,
  ) {
    super();
  }

  async perform({ sessionId, enterpriseId, test, turn }: Payload): Promise<void> {
    const session = await this.sessions.find({ tenant: Tenant.of(enterpriseId, test), sessionId });
    if (session?.step !== 'vendor' || session.isDue(this.changes.now)) return;
    if (await this.#isSettled(session)) return;
    await this.changes.request(nextPoll(session, turn, this.changes.now));
  }

  /**
   * Makes one call to the vendor. Returns whether there is a result. If the call fails, this returns false, so that the
   * vendor is polled again later.
   */
  async #isSettled(session: Session): Promise<boolean> {
    const vendor = this.live.get();
    if (!vendor) {
      this.#log.error({ sessionId: session.sessionId }, 'A session is at a vendor, but none is configured');
      return false;
    }
    try {
      return await (session.vendorRef === null ? this.#create(vendor, session) : this.#ask(vendor, session.vendorRef, session)); // oxfmt-ignore
    } catch (error) {
      // This failure has been logged already. The vendor is polled again later.
      if (error instanceof DomainError && error.kind === KernelErrors.unavailable) return false;
      throw error;
    }
  }

  async #create(vendor: IdvVendor, session: Session): Promise<false> {
    await this.results.noteSession(session, await vendor.create(await this.orders.orderFor(session)));
    return false;
  }

  async #ask(vendor: IdvVendor, vendorRef: string, session: Session): Promise<boolean> {
    const result = await vendor.result(vendorRef);
    if (result.outcome === 'pending') return false;
    await this.results.conclude(session, result);
    return true;
  }
}

type Removal = { readonly vendorRef: string };

/** Deletes the vendor's data about a session if the user declined consent, or once the retention period has ended. */
@Injectable()
@HandlesJob(REMOVE_AT_VENDOR, { attempts: 40 })
export class RemoveAtVendor extends JobHandler<Removal> {
  constructor(private readonly live: LiveVendor) {
    super();
  }

  async perform({ vendorRef }: Removal): Promise<void> {
    const vendor = this.live.get();
    if (!vendor) throw new Error('No vendor is configured: its settings are needed until it has deleted everything');
    await vendor.remove(vendorRef);
  }
}
