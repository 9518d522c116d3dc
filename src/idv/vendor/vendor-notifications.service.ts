import { Injectable } from '@nestjs/common';
import { KernelErrors, Tenant } from '../../shared/kernel/index.js';
import { vendorJob } from './vendor-jobs.js';
import type { Session } from '../sessions/session.entity.js';
import { LiveVendor, type ReceivedWebhook } from './vendor.port.js';
import { SessionChanges } from '../sessions/session-changes.service.js';
import { SessionRepository } from '../sessions/session.repository.js';

const BY_REF = Tenant.all('a vendor names sessions by its own ids');

/**
 * Handles webhooks of the vendor, and users who return from its pages. Both only make us poll the result at once: no
 * other information in them is trusted.
 */
@Injectable()
export class VendorNotifications {
  constructor(
    private readonly live: LiveVendor,
    private readonly sessions: SessionRepository,
    private readonly changes: SessionChanges,
  ) {}

  /**
   * Handles a webhook of the vendor. A webhook about an unknown or ended session has no effect, but is not refused, so
   * that the vendor does not send it again.
   */
  async take(webhook: ReceivedWebhook): Promise<void> {
    const vendor = this.live.get();
    if (!vendor) throw KernelErrors.notFound();
    const session = await this.sessions.findByVendorRef(BY_REF, vendor.verifyWebhook(webhook));
    if (session) await this.pollNow(session);
  }

  async pollNow(session: Session): Promise<void> {
    if (session.step === 'vendor') await this.changes.request(vendorJob(session));
  }
}
