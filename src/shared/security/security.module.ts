import { Module } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { OperationsModule } from '../observability/index.js';
import { Database, PersistenceModule } from '../persistence/index.js';
import { SharedLimits } from './rate-limits/shared-limits.service.js';
import { BlindIndex, openBlindIndex } from './sealing/blind-index.js';
import { Keyring } from './sealing/keyring.js';
import { ResealColumn, Resealing } from './sealing/resealing.service.js';
import { SealRows } from './sealing/seal-rows.job.js';
import { SealedRows } from './sealing/sealed-rows.service.js';
import { Sealer } from './sealing/sealer.js';

/** Encryption of stored data, and rate limits that all processes share. */
@Module({
  imports: [OperationsModule, PersistenceModule],
  providers: [
    {
      provide: Keyring,
      inject: [CONFIG],
      useFactory: ({ encryptionKeys = '' }: Config) => Keyring.parse(encryptionKeys),
    },
    { provide: Sealer, inject: [Keyring], useFactory: (ring: Keyring) => new Sealer(ring) },
    { provide: BlindIndex, inject: [Database, Sealer], useFactory: openBlindIndex },
    Resealing,
    ResealColumn,
    SealedRows,
    SealRows,
    SharedLimits,
  ],
  exports: [Keyring, Sealer, BlindIndex, Resealing, SealedRows, SharedLimits],
})
export class SecurityModule {}
