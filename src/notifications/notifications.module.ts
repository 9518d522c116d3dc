import { Module } from '@nestjs/common';
import { ApprovalsModule } from './approvals/approvals.module.js';
import { EvidenceModule } from './evidence/evidence.module.js';
import { MobileModule } from './mobile/mobile.module.js';
import { PhoneAppModule } from './phone-app/phone-app.module.js';
import { RequestsModule } from './requests/requests.module.js';
import { UpkeepModule } from './upkeep/upkeep.module.js';
import { WebhooksModule } from './webhooks/webhooks.module.js';

@Module({
  imports: [
    ApprovalsModule,
    EvidenceModule,
    MobileModule,
    PhoneAppModule,
    RequestsModule,
    UpkeepModule,
    WebhooksModule,
  ],
  exports: [ApprovalsModule],
})
export class NotificationsModule {}
