import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { AuditSubjects } from '../../shared/audit/events/audit-subjects.port.js';
import type { Tenant } from '../../shared/kernel/tenant.js';
import { UserRepository } from './user.repository.js';

/** Tells enterprises which of their users the audit log names. */
@Injectable()
export class AuditedUsers extends AuditSubjects {
  constructor(private readonly users: UserRepository) {
    super();
  }

  async subOf(tenant: Tenant, userId: string): Promise<string | undefined> {
    return (await this.users.find(tenant, userId))?.sub;
  }

  /** An entry cannot be taken back: one that names what is no `sub` must not make its page unreadable for ever. */
  userIdsOf(tenant: Tenant, subs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.users.userIds(tenant, subs.filter(isUuid));
  }
}
