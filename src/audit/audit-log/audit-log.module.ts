import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditCounts } from '../contract/audit-counts.port.js';
import { AuditLog } from '../contract/audit-log.port.js';
import { AuditViews } from '../contract/audit-views.port.js';
import { EntryCounts } from './entry-counts.repository.js';
import { EntryViews } from './entry-views.repository.js';
import { StoredAuditLog } from './stored-audit-log.adapter.js';
import { AuditAlias } from './audit-alias.entity.js';

/** Ports with which all contexts write, read and count audit entries. */
@Module({
  imports: [TypeOrmModule.forFeature([AuditAlias])],
  providers: [
    { provide: AuditLog, useClass: StoredAuditLog },
    { provide: AuditCounts, useClass: EntryCounts },
    { provide: AuditViews, useClass: EntryViews },
  ],
  exports: [AuditLog, AuditCounts, AuditViews],
})
export class AuditLogModule {}
