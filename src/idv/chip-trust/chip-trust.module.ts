import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../../shared/observability/index.js';
import { TrustedStates } from '../../system/contract/index.js';
import { ChipTrustAttention } from './chip-trust-attention.adapter.js';
import { ChipTrustMetrics } from './chip-trust-metrics.service.js';
import { ChipTrust } from './chip-trust.service.js';
import { KeptTrustedStates } from './kept-trusted-states.adapter.js';
import { TrustEntry } from './trust-entry.entity.js';
import { TrustEntryRepository } from './trust-entry.repository.js';
import { WatchChipTrust } from './watch-chip-trust.job.js';

/** Stores the authorities of states, whose chips are accepted. */
@Module({
  imports: [TypeOrmModule.forFeature([TrustEntry]), OperationsModule],
  providers: [
    ChipTrust,
    ChipTrustAttention,
    ChipTrustMetrics,
    TrustEntryRepository,
    WatchChipTrust,
    { provide: TrustedStates, useClass: KeptTrustedStates },
  ],
  exports: [ChipTrust, TrustedStates],
})
export class ChipTrustModule {}
