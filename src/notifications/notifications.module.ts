import { Module } from '@nestjs/common';
import { NotificationsController } from './controllers/notifications.controller.js';
import { MobileModule } from './mobile.module.js';
import { NotificationStoreModule } from './notification-store.module.js';
import { Addressees } from './services/addressees.service.js';
import { CallbackAddresses } from './services/callback-addresses.service.js';
import { CreateNotification } from './services/create-notification.service.js';
import { NotificationList } from './services/notification-list.service.js';
import { NotificationListRepository } from './services/notification-list.repository.js';
import { NotificationsService } from './services/notifications.service.js';

@Module({
  imports: [NotificationStoreModule, MobileModule],
  controllers: [NotificationsController],
  providers: [
    Addressees,
    CallbackAddresses,
    CreateNotification,
    NotificationList,
    NotificationListRepository,
    NotificationsService,
  ],
})
export class NotificationsModule {}
