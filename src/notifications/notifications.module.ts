import { Module } from '@nestjs/common';
import { NotificationRepository } from './services/notification.repository.js';
import { NotificationSeals } from './services/notification-seals.service.js';

@Module({
  providers: [NotificationRepository, NotificationSeals],
})
export class NotificationsModule {}
