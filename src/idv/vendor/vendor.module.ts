import { Module } from '@nestjs/common';
import { OutboundModule } from '../../shared/outbound/index.js';
import { EvidenceModule } from '../evidence/evidence.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ConfiguredVendor } from './configured-vendor.adapter.js';
import { LiveVendor } from './vendor.port.js';
import { FollowVendor } from './follow-vendor.job.js';
import { RemoveAtVendor } from './remove-at-vendor.job.js';
import { VendorNews } from './vendor-news.service.js';
import { VendorOrders } from './vendor-orders.service.js';
import { VendorResults } from './vendor-results.service.js';

/** Verifies live users on the pages of a vendor. */
@Module({
  imports: [OutboundModule, EvidenceModule, SessionsModule],
  providers: [
    { provide: LiveVendor, useClass: ConfiguredVendor },
    FollowVendor,
    RemoveAtVendor,
    VendorNews,
    VendorOrders,
    VendorResults,
  ],
  exports: [LiveVendor, VendorNews],
})
export class VendorModule {}
