import { Module } from '@nestjs/common';
import { NotificationsController } from './controllers/notifications.controller.js';
import { Addressees } from './services/addressees.service.js';
import { CallbackAddresses } from './services/callback-addresses.service.js';
import { CreateNotification } from './services/create-notification.service.js';
import { NotificationList } from './services/notification-list.service.js';
import { NotificationListRepository } from './services/notification-list.repository.js';
import { NotificationRepository } from './services/notification.repository.js';
import { NotificationSeals } from './services/notification-seals.service.js';
import { NotificationsService } from './services/notifications.service.js';

@Module({
  controllers: [NotificationsController],
  providers: [
    Addressees,
    CallbackAddresses,
    CreateNotification,
    NotificationList,
    NotificationListRepository,
    NotificationRepository,
    NotificationSeals,
    NotificationsService,
  ],
})
export class NotificationsModule {}
