import { Module } from '@nestjs/common';
import { NotificationTemplatesController } from './controllers/notification-templates.controller.js';
import { NotificationsController } from './controllers/notifications.controller.js';
import { MobileModule } from './mobile.module.js';
import { NotificationStoreModule } from './notification-store.module.js';
import { Addressees } from './services/addressees.service.js';
import { CallbackAddresses } from './services/callback-addresses.service.js';
import { CreateNotification } from './services/create-notification.service.js';
import { DiscardAll, DiscardBlocked, Discards, DiscardUnsignable } from './services/discards.service.js';
import { ExpirySweep } from './services/expiry-sweep.service.js';
import { NotificationList } from './services/notification-list.service.js';
import { NotificationListRepository } from './services/notification-list.repository.js';
import { CheckSeals, EraseNotifications, RemoveOldNotifications } from './services/notification-upkeep.jobs.js';
import { NotificationUpkeepRepository } from './services/notification-upkeep.repository.js';
import { NotificationsSection } from './services/notifications-section.service.js';
import { NotificationsService } from './services/notifications.service.js';
import { NotificationTemplateRepository } from './services/notification-template.repository.js';
import { NotificationTemplates } from './services/notification-templates.service.js';
import { RequestedContents } from './services/requested-contents.service.js';
import { TellOfDevice, TellOfNotification } from './services/tell-enterprise.handlers.js';
import { DiscardOnStatusChange, DiscardWithoutDevice, EraseWithUser } from './services/user-changes.handlers.js';

const enterpriseServices = [
  Addressees,
  CallbackAddresses,
  CreateNotification,
  NotificationList,
  NotificationListRepository,
  NotificationsService,
  NotificationTemplateRepository,
  NotificationTemplates,
  RequestedContents,
];

const upkeepServices = [
  CheckSeals,
  DiscardAll,
  DiscardBlocked,
  Discards,
  DiscardUnsignable,
  EraseNotifications,
  ExpirySweep,
  NotificationsSection,
  NotificationUpkeepRepository,
  RemoveOldNotifications,
];

const eventHandlers = [DiscardOnStatusChange, DiscardWithoutDevice, EraseWithUser, TellOfDevice, TellOfNotification];

@Module({
  imports: [NotificationStoreModule, MobileModule],
  controllers: [NotificationsController, NotificationTemplatesController],
  providers: [...enterpriseServices, ...upkeepServices, ...eventHandlers],
})
export class NotificationsModule {}
