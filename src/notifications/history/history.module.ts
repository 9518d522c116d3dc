import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { ListingsByDevices } from './listings-by-devices.service.js';
import { NotificationEvents } from './notification-events.repository.js';
import { NotificationEventRecord } from './notification-event.entity.js';

/** Stores the history of notifications: pushes, devices that fetched them, and step-ups. */
@Module({
  imports: [TypeOrmModule.forFeature([NotificationEventRecord])],
  providers: [ListingsByDevices, NotificationEvents],
  exports: [ListingsByDevices, NotificationEvents],
})
export class HistoryModule {}
