import { Module } from '@nestjs/common';
import { AuditCounts } from '../contract/audit-counts.port.js';
import { AuditLog } from '../contract/audit-log.port.js';
import { EntryCounts } from './entry-counts.repository.js';
import { StoredAuditLog } from './stored-audit-log.adapter.js';

/** The entries, as all contexts write, read and count them. */
@Module({
  providers: [
    { provide: AuditLog, useClass: StoredAuditLog },
    { provide: AuditCounts, useClass: EntryCounts },
  ],
  exports: [AuditLog, AuditCounts],
})
export class AuditLogModule {}
