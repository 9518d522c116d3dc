import { Module } from '@nestjs/common';
import { OperationsModule } from '../../shared/observability/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import { LiveModule } from '../live/live.module.js';
import { AlterationAlarm } from './alteration-alarm.service.js';
import { NotificationSeals } from './notification-seals.service.js';
import { NotificationRepository } from './notification.repository.js';
import { openSealStart, SealStart } from './seal-start.provider.js';
import { StoredBytes } from './stored-bytes.service.js';

const sealStart = { provide: SealStart, inject: [Database, UnitOfWork, BlindIndex], useFactory: openSealStart };

/** The notifications as they are kept: sealed, so that an altered row is noticed wherever it is read. */
@Module({
  imports: [LiveModule, OperationsModule],
  providers: [AlterationAlarm, NotificationRepository, NotificationSeals, sealStart, StoredBytes],
  exports: [NotificationRepository, NotificationSeals, StoredBytes],
})
export class NotificationModule {}
