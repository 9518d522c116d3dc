import { Module } from '@nestjs/common';
import { OutboundModule } from '../../shared/outbound/index.js';
import { HistoryModule } from '../history/history.module.js';
import { NotificationModule } from '../notification/notification.module.js';
import { PushAnnouncements } from './push-announcements.service.js';
import { PushAccountHint, PushAccountHintTo } from './push-account-hint.jobs.js';
import { PushRecipients } from './push-recipients.service.js';
import { PushRecords } from './push-records.service.js';
import { PushToAll, PushToDevice } from './push.jobs.js';
import { pushServices } from './services/push-services.provider.js';

/** Sends pushes through the configured push services to devices that are not connected. */
@Module({
  imports: [HistoryModule, NotificationModule, OutboundModule],
  providers: [
    PushAccountHint,
    PushAccountHintTo,
    PushAnnouncements,
    PushRecipients,
    PushRecords,
    pushServices,
    PushToAll,
    PushToDevice,
  ],
  exports: [PushAnnouncements, pushServices],
})
export class PushModule {}
