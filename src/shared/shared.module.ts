import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../config.js';
import { auditServices } from './audit/audit-services.js';
import { AuditEventsController } from './audit/audit-events.controller.js';
import { BlobsModule } from './blobs/blobs.module.js';
import { eventServices } from './events/event-services.js';
import { Clock, SystemClock } from './kernel/clock.js';
import { typeOfClass } from './kernel/event.js';
import { outboundProvider } from './outbound/outbound.provider.js';
import { SharedLimits } from './security/rate-limits/shared-limits.service.js';
import { BlindIndex, openBlindIndex } from './security/sealing/blind-index.js';
import { Keyring } from './security/sealing/keyring.js';
import { ResealColumn, Resealing } from './security/sealing/resealing.service.js';
import { Sealer } from './security/sealing/sealer.js';
import { Database } from './persistence/database.js';
import { TransactionLimit } from './persistence/transaction-limit.js';
import { UnitOfWork } from './persistence/unit-of-work.js';

const services = [
  Database,
  TransactionLimit,
  UnitOfWork,
  {
    provide: Keyring,
    inject: [CONFIG],
    useFactory: ({ encryptionKeys = '' }: Config) => Keyring.parse(encryptionKeys),
  },
  { provide: Sealer, inject: [Keyring], useFactory: (ring: Keyring) => new Sealer(ring) },
  { provide: BlindIndex, inject: [Database, Sealer], useFactory: openBlindIndex },
  Resealing,
  ResealColumn,
  { provide: Clock, useClass: SystemClock },
  SharedLimits,
  outboundProvider,
  ...eventServices,
  ...auditServices,
];

@Global()
@Module({
  imports: [
    DiscoveryModule,
    BlobsModule,
    CqrsModule.forRoot({ rethrowUnhandled: true, eventIdProvider: { getEventId: typeOfClass } }),
  ],
  controllers: [AuditEventsController],
  providers: services,
  exports: [...services, BlobsModule],
})
export class SharedModule {}
