import { Module } from '@nestjs/common';
import { OperationsModule } from '../../shared/observability/index.js';
import { AuditStreamsWorker } from './audit-streams.worker.js';
import { StreamMetrics } from './stream-metrics.service.js';
import { StreamPositions } from './stream-positions.repository.js';

/** Sends the audit log to systems outside, such as a SIEM. */
@Module({ imports: [OperationsModule], providers: [StreamPositions, AuditStreamsWorker, StreamMetrics] })
export class StreamsModule {}
