import { Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../shared/observability/index.js';
import { OutboundModule } from '../shared/outbound/index.js';
import { AuditChainReader } from './audit-events/audit-chain-reader.service.js';
import { AuditChainController } from './audit-events/audit-chain.controller.js';
import { AuditChainRepository } from './audit-events/audit-chain.repository.js';
import { AuditEventsController } from './audit-events/audit-events.controller.js';
import { AuditEvents } from './audit-events/audit-events.service.js';
import { AuditHits } from './audit-events/audit-hits.adapter.js';
import { AuditAlias } from './audit-log/audit-entry.entity.js';
import { EntryCounts } from './audit-log/entry-counts.repository.js';
import { EntryViews } from './audit-log/entry-views.repository.js';
import { StoredAuditLog } from './audit-log/stored-audit-log.adapter.js';
import { AuditChainWriter } from './chain/audit-chain-writer.service.js';
import { AuditChainWorker } from './chain/audit-chain.worker.js';
import { AuditLink } from './chain/audit-chain.entity.js';
import { ChainAttention } from './chain/chain-attention.adapter.js';
import { ChainMetrics } from './chain/chain-metrics.service.js';
import { ChainStats } from './chain/chain-stats.repository.js';
import { AuditCheckpoint } from './chain/checkpoints/audit-checkpoint.entity.js';
import { CheckpointKeys } from './chain/checkpoints/checkpoint-keys.service.js';
import { Checkpoints } from './chain/checkpoints/checkpoints.service.js';
import { AuditCounts } from './contract/audit-counts.port.js';
import { AuditLog } from './contract/audit-log.port.js';
import { AuditViews } from './contract/audit-views.port.js';
import { AuditStreamsWorker } from './streams/audit-streams.worker.js';
import { StreamAttention } from './streams/stream-attention.adapter.js';
import { StreamMetrics } from './streams/stream-metrics.service.js';
import { StreamPositions } from './streams/stream-positions.repository.js';

/** Ports with which all contexts write, read and count audit entries. */
const auditLog: Provider[] = [
  { provide: AuditLog, useClass: StoredAuditLog },
  { provide: AuditCounts, useClass: EntryCounts },
  { provide: AuditViews, useClass: EntryViews },
];

/** Links the audit entries in a hash chain, so that alterations are detected. */
const chain: Provider[] = [
  ChainAttention,
  AuditChainWriter,
  AuditChainWorker,
  ChainStats,
  ChainMetrics,
  CheckpointKeys,
  Checkpoints,
];

/** The audit log as enterprises read it. */
const auditEvents: Provider[] = [AuditEvents, AuditHits, AuditChainReader, AuditChainRepository];

/** Streams the audit log to external systems, such as a SIEM. */
const streams: Provider[] = [StreamPositions, AuditStreamsWorker, StreamAttention, StreamMetrics];

/**
 * The audit log, the hash chain that makes it tamper-evident, the route that reads it, and the streams to external
 * systems.
 */
@Module({
  imports: [OperationsModule, OutboundModule, TypeOrmModule.forFeature([AuditAlias, AuditCheckpoint, AuditLink])],
  controllers: [AuditEventsController, AuditChainController],
  providers: [...auditLog, ...chain, ...auditEvents, ...streams],
  exports: [AuditCounts, AuditLog, AuditViews],
})
export class AuditModule {}
