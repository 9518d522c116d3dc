import { Module } from '@nestjs/common';
import { AuditLogModule } from '../audit-log/audit-log.module.js';
import { AuditEventsController } from './audit-events.controller.js';
import { AuditEvents } from './audit-events.service.js';

/** The audit log as enterprises read it. */
@Module({ imports: [AuditLogModule], controllers: [AuditEventsController], providers: [AuditEvents] })
export class AuditEventsModule {}
