import { Injectable } from '@nestjs/common';
import { validate as isUuid } from 'uuid';
import { Tenant } from '../../shared/kernel/index.js';
import { UserRepository } from '../user/user.repository.js';
import { AuditSubjects } from '../../audit/contract/index.js';

/** Maps between the `sub` in an enterprise's audit log and the user id. */
@Injectable()
export class AuditSubjectsAdapter extends AuditSubjects {
  constructor(private readonly users: UserRepository) {
    super();
  }

  async subOf(tenant: Tenant, userId: string): Promise<string | undefined> {
    return (await this.users.find(tenant, userId))?.sub;
  }

  /**
   * Returns the user ids by `sub`. Ignores subjects that are not UUIDs. Audit entries cannot be changed, so one
   * malformed subject would otherwise make its page of the audit log unreadable forever.
   */
  userIdsOf(tenant: Tenant, subs: readonly string[]): Promise<ReadonlyMap<string, string>> {
    return this.users.userIds(tenant, subs.filter(isUuid));
  }
}
