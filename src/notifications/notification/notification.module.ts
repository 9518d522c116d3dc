import { Module } from '@nestjs/common';
import { getRepositoryToken, TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../../shared/observability/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { BlindIndex } from '../../shared/security/index.js';
import { LiveModule } from '../live/live.module.js';
import { AlterationAlarm } from './alteration-alarm.service.js';
import { NotificationSeals } from './notification-seals.service.js';
import { Notification } from './notification.entity.js';
import { NotificationRepository } from './notification.repository.js';
import { SealStartRecord } from './seal-start-record.entity.js';
import { openSealStart, SealStart } from './seal-start.provider.js';
import { StoredBytesRepository } from './stored-bytes/stored-bytes.repository.js';
import { StoredBytes } from './stored-bytes/stored-bytes.service.js';

const sealStart = {
  provide: SealStart,
  inject: [getRepositoryToken(SealStartRecord), UnitOfWork, BlindIndex],
  useFactory: openSealStart,
};

/** Stores notifications with keyed hashes, so that every read detects altered rows. */
@Module({
  imports: [TypeOrmModule.forFeature([Notification, SealStartRecord]), LiveModule, OperationsModule],
  providers: [
    AlterationAlarm,
    NotificationRepository,
    NotificationSeals,
    sealStart,
    StoredBytes,
    StoredBytesRepository,
  ],
  exports: [NotificationRepository, NotificationSeals, StoredBytes],
})
export class NotificationModule {}
