import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../../shared/observability/index.js';
import { AuditChainWorker } from './audit-chain.worker.js';
import { ChainAttention } from './chain-attention.adapter.js';
import { ChainMetrics } from './chain-metrics.service.js';
import { ChainStats } from './chain-stats.repository.js';
import { AuditChainWriter } from './audit-chain-writer.service.js';
import { AuditCheckpoint } from './checkpoints/audit-checkpoint.entity.js';
import { CheckpointKeys } from './checkpoints/checkpoint-keys.service.js';
import { Checkpoints } from './checkpoints/checkpoints.service.js';

/** Links the audit entries in a hash chain, so that alterations are detected. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditCheckpoint]), OperationsModule],
  providers: [
    ChainAttention,
    AuditChainWriter,
    AuditChainWorker,
    ChainStats,
    ChainMetrics,
    CheckpointKeys,
    Checkpoints,
  ],
  exports: [ChainStats],
})
export class ChainModule {}
