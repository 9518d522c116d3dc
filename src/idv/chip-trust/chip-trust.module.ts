import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../../shared/observability/index.js';
import { ChipTrustMetrics } from './chip-trust-metrics.service.js';
import { ChipTrust } from './chip-trust.service.js';
import { TrustEntry } from './trust-entry.entity.js';
import { TrustEntryRepository } from './trust-entry.repository.js';
import { WatchChipTrust } from './watch-chip-trust.job.js';

/** Keeps the authorities of states whose chips are believed. */
@Module({
  imports: [TypeOrmModule.forFeature([TrustEntry]), OperationsModule],
  providers: [ChipTrust, ChipTrustMetrics, TrustEntryRepository, WatchChipTrust],
  exports: [ChipTrust],
})
export class ChipTrustModule {}
