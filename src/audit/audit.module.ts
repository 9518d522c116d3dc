import { Module } from '@nestjs/common';
import { ChainModule } from './chain/chain.module.js';
import { AuditEventsModule } from './audit-events/audit-events.module.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { StreamsModule } from './streams/streams.module.js';

/**
 * The audit log, the hash chain that makes it tamper-evident, the route that reads it, and the streams to external
 * systems.
 */
@Module({ imports: [ChainModule, AuditEventsModule, AuditLogModule, StreamsModule], exports: [AuditLogModule] })
export class AuditModule {}
