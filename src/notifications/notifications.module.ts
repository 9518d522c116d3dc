import { Module } from '@nestjs/common';
import { EvidenceController } from './controllers/pages/evidence.controller.js';
import { pagesOfEvidence } from './hosted-pages.js';
import { NotificationTemplatesController } from './controllers/notification-templates.controller.js';
import { NotificationsController } from './controllers/notifications.controller.js';
import { MobileModule } from './mobile.module.js';
import { PhoneAppModule } from './phone-app.module.js';
import { NotificationStoreModule } from './notification-store.module.js';
import { OperationsModule } from '../shared/operations/operations.module.js';
import { OutboundModule } from '../shared/outbound/outbound.module.js';
import { pushServices } from './adapters/push/push-services.provider.js';
import { PushAnnouncements } from './services/push/push-announcements.service.js';
import { PushRecipients } from './services/push/push-recipients.service.js';
import { PushRecords } from './services/push/push-records.service.js';
import { PushNewDevice, PushNewDeviceTo } from './services/push/push-new-device.jobs.js';
import { PushToAll, PushToDevice } from './services/push/push.jobs.js';
import { Addressees } from './services/addressees.service.js';
import { CallbackAddresses } from './services/callback-addresses.service.js';
import { CreateNotification } from './services/create-notification.service.js';
import { DiscardAll, DiscardBlocked, Discards, DiscardUnsignable } from './services/discards.service.js';
import { EnterpriseLimits } from './services/enterprise-limits.service.js';
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
import { StoredBytes } from './services/stored-bytes.service.js';
import { TellOtherDevices } from './services/tell-other-devices.handler.js';
import { TellOfDevice, TellOfNotification } from './services/tell-enterprise.handlers.js';
import { DiscardOnStatusChange, DiscardWithoutDevice, EraseWithUser } from './services/user-changes.handlers.js';

const enterpriseServices = [
  Addressees,
  CallbackAddresses,
  CreateNotification,
  EnterpriseLimits,
  NotificationList,
  NotificationListRepository,
  NotificationsService,
  NotificationTemplateRepository,
  NotificationTemplates,
  RequestedContents,
  StoredBytes,
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

const pushing = [
  pushServices,
  PushAnnouncements,
  PushRecipients,
  PushRecords,
  PushToAll,
  PushToDevice,
  PushNewDevice,
  PushNewDeviceTo,
];

const eventHandlers = [
  DiscardOnStatusChange,
  DiscardWithoutDevice,
  EraseWithUser,
  TellOfDevice,
  TellOfNotification,
  TellOtherDevices,
];

@Module({
  imports: [OperationsModule, OutboundModule, NotificationStoreModule, MobileModule, PhoneAppModule, pagesOfEvidence],
  controllers: [EvidenceController, NotificationsController, NotificationTemplatesController],
  providers: [...enterpriseServices, ...upkeepServices, ...pushing, ...eventHandlers],
})
export class NotificationsModule {}
