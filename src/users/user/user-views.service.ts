import { Injectable } from '@nestjs/common';
import { AuditLog, AuditViews } from '../../audit/contract/index.js';
import type { NotedExport } from '../../shared/http/index.js';
import { canonicalDigest, type JsonObject, type Tenant } from '../../shared/kernel/index.js';
import type { AuditEntry } from '../../shared/persistence/index.js';
import type { User } from './user.entity.js';

/** Notes in the audit log what operators look at. A list is noted by its filter, not person by person. */
@Injectable()
export class UserViews {
  constructor(
    private readonly audit: AuditLog,
    private readonly views: AuditViews,
  ) {}

  /** `what`: a part of what is known of the user. */
  async note({ tenant, sub }: Pick<User, 'tenant' | 'sub'>, what?: string): Promise<void> {
    const part = what !== undefined && { details: { what } };
    await this.audit.record({ kind: 'users.user-viewed', tenant, subject: sub, ...part });
  }

  async noteActivity({ tenant, sub }: User, more: boolean): Promise<void> {
    const details = { what: 'activity', ...(more && { more }) };
    await this.audit.record({ kind: 'users.user-viewed', tenant, subject: sub, details });
  }

  /**
   * Words of a search may name a person, and the log stays for ever: it is told which filters there were. A page after the
   * first has a digest of the persons on it, by which looks are counted: the same page counts once.
   * Whom any page showed is known for an hour.
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

  /** Called before the first row is sent. The number of rows is not known then. */
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
