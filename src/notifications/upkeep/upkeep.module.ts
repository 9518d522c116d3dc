import { Module } from '@nestjs/common';
import { OperationsModule } from '../../shared/observability/index.js';
import { NotificationModule } from '../notification/notification.module.js';
import { RequestsModule } from '../requests/requests.module.js';
import { DiscardAll, DiscardBlocked, Discards, DiscardUnsignable } from './discards.service.js';
import { ExpirySweep } from './expiry-sweep.service.js';
import { NotificationAttention } from './notification-attention.adapter.js';
import { CheckSeals } from './check-seals.job.js';
import { EraseNotifications } from './erase-notifications.job.js';
import { RemoveOldNotifications } from './remove-old-notifications.job.js';
import { NotificationFigures } from './notification-figures.repository.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';
import { NotificationsSection } from './notifications.section.js';
import { DiscardOnStatusChange, DiscardWithoutDevice, EraseWithUser } from './user-changes.handlers.js';

/** Ends unanswered notifications, and removes old ones after their retention. */
@Module({
  imports: [NotificationModule, OperationsModule, RequestsModule],
  providers: [
    CheckSeals,
    DiscardAll,
    DiscardBlocked,
    DiscardOnStatusChange,
    Discards,
    DiscardUnsignable,
    DiscardWithoutDevice,
    EraseNotifications,
    EraseWithUser,
    ExpirySweep,
    NotificationAttention,
    NotificationFigures,
    NotificationsSection,
    NotificationUpkeepRepository,
    RemoveOldNotifications,
  ],
})
export class UpkeepModule {}
