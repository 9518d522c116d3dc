import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler } from '../../shared/jobs/index.js';
import { REMOVE_AT_VENDOR } from './vendor-jobs.js';
import { LiveVendor } from './vendor.port.js';

type Payload = { readonly vendorRef: string };

/** Deletes the data at the vendor after the user did not consent, or when the retention is over. */
@Injectable()
@HandlesJob(REMOVE_AT_VENDOR, { attempts: 40 })
export class RemoveAtVendor extends JobHandler<Payload> {
  constructor(private readonly live: LiveVendor) {
    super();
  }

  async perform({ vendorRef }: Payload): Promise<void> {
    const vendor = this.live.get();
    if (!vendor) throw new Error('No vendor is configured: its settings are needed until it has deleted everything');
    await vendor.remove(vendorRef);
  }
}
