import { Module } from '@nestjs/common';
import { MobileModule } from './mobile.module.js';
import { NotificationStoreModule } from './notification-store.module.js';

@Module({
  imports: [NotificationStoreModule, MobileModule],
})
export class NotificationsModule {}
