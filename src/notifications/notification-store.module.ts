import { Module } from '@nestjs/common';
import { NotificationChanges, PurgeChanges } from './services/live/changes.repository.js';
import { NotificationRepository } from './services/notification.repository.js';
import { NotificationSeals } from './services/notification-seals.service.js';

const services = [NotificationRepository, NotificationSeals, NotificationChanges, PurgeChanges];

/** The notifications as they are kept, for the side of the enterprises and the mobile side. */
@Module({ providers: services, exports: services })
export class NotificationStoreModule {}
