import { Module } from '@nestjs/common';
import { ChangeFeed } from './change-feed.service.js';
import { NotificationChanges, PurgeChanges } from './notification-changes.repository.js';

/** Stores changes of notifications, and sends them to sockets from whichever process a user is connected to. */
@Module({ providers: [ChangeFeed, NotificationChanges, PurgeChanges], exports: [ChangeFeed, NotificationChanges] })
export class LiveModule {}
