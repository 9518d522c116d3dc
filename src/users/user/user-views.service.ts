import { Injectable } from '@nestjs/common';
import { AuditLog, AuditViews } from '../../audit/contract/index.js';
import type { NotedExport } from '../../shared/http/index.js';
import { canonicalDigest, type JsonObject, type Tenant } from '../../shared/kernel/index.js';
import type { AuditEntry } from '../../shared/persistence/index.js';
import type { User } from './user.entity.js';

/** Records in the audit log which users operators have viewed. A list is recorded by its filter, not user by user. */
@Injectable()
export class UserViews {
  constructor(
    private readonly audit: AuditLog,
    private readonly views: AuditViews,
  ) {}

  /**
   * Records that a user was viewed. `what` is the part of the user's data that was shown; absent for the whole page.
   */
  async note({ tenant, sub }: Pick<User, 'tenant' | 'sub'>, what?: string): Promise<void> {
    const part = what !== undefined && { details: { what } };
    await this.audit.record({ kind: 'users.user-viewed', tenant, subject: sub, ...part });
  }

  async noteActivity({ tenant, sub }: User, more: boolean): Promise<void> {
    const details = { what: 'activity', ...(more && { more }) };
    await this.audit.record({ kind: 'users.user-viewed', tenant, subject: sub, details });
  }

  /**
   * Records a view of the user list: which filters were used, but not the search text, which may name a person and
   * would stay in the log forever. The entry for a later page contains a digest of the users shown, so that viewing the
   * same page twice counts once. `views` stores for an hour which users were on the page.
   */
  async noteSearch(tenant: Tenant, query: object, users: readonly Pick<User, 'sub'>[]): Promise<void> {
    const { filter, more } = shownOf(query);
    const page = more && { page: canonicalDigest(users.map(({ sub }) => sub)) };
    const details = { filter, rows: users.length, more, ...page };
    await this.views.noteListed(
      tenant,
      users.map(({ sub }) => sub),
    );
    await this.audit.record({ kind: 'users.users-searched', tenant, details });
  }

  /** Records an export. This happens before its first row is sent, so the number of rows is not known. */
  async noteExport(tenant: Tenant, query: object, asked: NotedExport): Promise<void> {
    await this.audit.record(UserViews.exportNote(tenant, query, asked));
  }

  static exportNote(tenant: Tenant, query: object, asked: JsonObject): AuditEntry {
    return { kind: 'users.users-exported', tenant, details: { ...shownOf(query), ...asked } };
  }
}

function shownOf(query: object): { readonly filter: JsonObject; readonly more: boolean } {
  const { q, cursor, userIds, ...filter } = JSON.parse(JSON.stringify(query)) as JsonObject;
  const named = Array.isArray(userIds) && { userIds: userIds.length };
  return { filter: { ...filter, ...named, ...(q !== undefined && { q: true }) }, more: cursor !== undefined };
}
