import { Module } from '@nestjs/common';
import { ChainModule } from './chain/chain.module.js';
import { AuditEventsModule } from './audit-events/audit-events.module.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';

/** The audit log, the chain that makes it tamper-evident, and the route that reads it. */
@Module({ imports: [ChainModule, AuditEventsModule, AuditLogModule], exports: [AuditLogModule] })
export class AuditModule {}
