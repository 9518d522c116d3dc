import { Module } from '@nestjs/common';
import { HeldMethods } from './services/answers/held-methods.service.js';
import { NotificationChanges, PurgeChanges } from './services/live/changes.repository.js';
import { NotificationRepository } from './services/notification.repository.js';
import { NotificationSeals } from './services/notification-seals.service.js';

const services = [NotificationRepository, NotificationSeals, NotificationChanges, PurgeChanges, HeldMethods];

/** The notifications as they are kept, and what users can confirm with, for the side of the enterprises and the mobile side. */
@Module({ providers: services, exports: services })
export class NotificationStoreModule {}
