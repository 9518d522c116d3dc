import { Module } from '@nestjs/common';
import { OperationsModule } from '../../shared/observability/index.js';
import { AuditStreamsWorker } from './audit-streams.worker.js';
import { OutboundModule } from '../../shared/outbound/index.js';
import { StreamAttention } from './stream-attention.adapter.js';
import { StreamMetrics } from './stream-metrics.service.js';
import { StreamPositions } from './stream-positions.repository.js';

/** Streams the audit log to external systems, such as a SIEM. */
@Module({
  imports: [OperationsModule, OutboundModule],
  providers: [StreamPositions, AuditStreamsWorker, StreamAttention, StreamMetrics],
})
export class StreamsModule {}
