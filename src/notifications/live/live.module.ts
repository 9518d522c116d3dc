import { Module } from '@nestjs/common';
import { ChangeFeed } from './change-feed.service.js';
import { NotificationChanges, PurgeChanges } from './notification-changes.repository.js';

/** Changes are stored with their cause, and read by the process that has the user's sockets. */
@Module({ providers: [ChangeFeed, NotificationChanges, PurgeChanges], exports: [ChangeFeed, NotificationChanges] })
export class LiveModule {}
