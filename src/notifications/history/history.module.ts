import { Module } from '@nestjs/common';
import { ListingsByDevices } from './listings-by-devices.service.js';
import { NotificationEvents } from './notification-events.repository.js';

/** Keeps what happened to a notification: hints, devices that fetched it, step-ups. */
@Module({ providers: [ListingsByDevices, NotificationEvents], exports: [ListingsByDevices, NotificationEvents] })
export class HistoryModule {}
