import { Module } from '@nestjs/common';
import { OperationsModule } from '../shared/operations/operations.module.js';
import { HeldMethods } from './services/answers/held-methods.service.js';
import { NotificationChanges, PurgeChanges } from './services/live/changes.repository.js';
import { NotificationRepository } from './services/notification.repository.js';
import { Database } from '../shared/persistence/database.js';
import { UnitOfWork } from '../shared/persistence/unit-of-work.js';
import { BlindIndex } from '../shared/security/sealing/blind-index.js';
import { AlterationAlarm } from './services/alteration-alarm.service.js';
import { openSealStart, SealStart } from './services/seal-start.js';
import { NotificationSeals } from './services/notification-seals.service.js';

const sealStart = { provide: SealStart, inject: [Database, UnitOfWork, BlindIndex], useFactory: openSealStart };
const services = [
  AlterationAlarm,
  sealStart,
  NotificationRepository,
  NotificationSeals,
  NotificationChanges,
  PurgeChanges,
  HeldMethods,
];

/** The notifications as they are kept, and what users can confirm with, for the side of the enterprises and the mobile side. */
@Module({ imports: [OperationsModule], providers: services, exports: services })
export class NotificationStoreModule {}
