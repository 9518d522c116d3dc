import { Module } from '@nestjs/common';
import { OutboundModule } from '../../shared/outbound/index.js';
import { HistoryModule } from '../history/history.module.js';
import { NotificationModule } from '../notification/notification.module.js';
import { PushModule } from '../push/push.module.js';
import { StepUpModule } from '../step-up/step-up.module.js';
import { TemplatesModule } from '../templates/templates.module.js';
import { RecipientLookup } from './recipient-lookup.service.js';
import { CreateNotification } from './create-notification.service.js';
import { EnterpriseLimits } from './enterprise-limits.service.js';
import { NotificationActivity } from './lists/notification-activity.adapter.js';
import { NotificationHits } from './lists/notification-hits.adapter.js';
import { NotificationListRepository } from './notification-list.repository.js';
import { NotificationList } from './notification-list.service.js';
import { NotificationsController } from './notifications.controller.js';
import { NotificationsService } from './notifications.service.js';
import { RequestedContents } from './requested-contents.service.js';

/** The API with which enterprises create notifications and read the answers. */
@Module({
  imports: [HistoryModule, NotificationModule, OutboundModule, PushModule, StepUpModule, TemplatesModule],
  controllers: [NotificationsController],
  providers: [
    RecipientLookup,
    CreateNotification,
    EnterpriseLimits,
    NotificationActivity,
    NotificationHits,
    NotificationList,
    NotificationListRepository,
    NotificationsService,
    RequestedContents,
  ],
  exports: [CreateNotification, NotificationsService, RecipientLookup],
})
export class RequestsModule {}
