import { Injectable } from '@nestjs/common';
import { AuditLog } from '../../audit/contract/index.js';
import type { JsonObject, Tenant } from '../../shared/kernel/index.js';
import type { User } from './user.entity.js';

/** Notes in the audit log what operators look at. A list is noted by its filter, not person by person. */
@Injectable()
export class UserViews {
  constructor(private readonly audit: AuditLog) {}

  async note({ tenant, sub }: User): Promise<void> {
    await this.audit.record({ kind: 'users.user-viewed', tenant, subject: sub });
  }

  /** Words of a search may name a person, and the log stays for ever: it is told which filters there were. */
  async noteSearch(tenant: Tenant, query: object, rows: number): Promise<void> {
    const { q, cursor, ...filter } = JSON.parse(JSON.stringify(query)) as JsonObject;
    const details = { filter: { ...filter, ...(q !== undefined && { q: true }) }, rows, more: cursor !== undefined };
    await this.audit.record({ kind: 'users.users-searched', tenant, details });
  }
}
