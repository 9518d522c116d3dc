import { Module } from '@nestjs/common';
import { AuditLog } from '../contract/audit-log.port.js';
import { StoredAuditLog } from './stored-audit-log.adapter.js';

/** The entries, as all contexts write and read them. */
@Module({ providers: [{ provide: AuditLog, useClass: StoredAuditLog }], exports: [AuditLog] })
export class AuditLogModule {}
