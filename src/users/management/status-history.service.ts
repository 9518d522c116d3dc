import { Injectable } from '@nestjs/common';
import { AuditLog, type AuditPosition, type AuditRecord } from '../../audit/contract/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import type { StatusChange, UserStatus } from '../user/user-status.js';
import { UserErrors } from '../contract/users.errors.js';
import type { ChangedBy } from '../contract/users.events.js';
import { UserRepository } from '../user/user.repository.js';

const KINDS = ['users.user-enrolled', 'users.user-status-changed', 'users.user-activated'];

export interface StatusHistoryPage {
  readonly changes: StatusChange[];
  readonly end: AuditPosition | undefined;
}

/**
 * Lists the changes to a user's status, newest first. They are read from the audit log, so no second record is needed.
 */
@Injectable()
export class StatusHistory {
  constructor(
    private readonly users: UserRepository,
    private readonly audit: AuditLog,
  ) {}

  /** Returns one page of the changes, newest first. */
  async page(tenant: Tenant, userId: string, limit: number, after?: AuditPosition): Promise<StatusHistoryPage> {
    const user = await this.users.find(tenant, userId);
    if (!user || user.erasedAt) throw UserErrors.notFound(`There is no user ${userId}`);
    const { entries, end } = await this.audit.list({ tenant, subject: user.sub, doneOf: KINDS }, limit, after);
    return { changes: entries.map(changeIn), end };
  }
}

interface StatusDetails {
  readonly status?: UserStatus;
  readonly from?: UserStatus;
  readonly to?: UserStatus;
  readonly action?: string;
  readonly by?: ChangedBy;
}

function changeIn({ at, kind, details, actorKind, actor, actingFor, comments }: AuditRecord): StatusChange {
  const stated = details as StatusDetails;
  const activated = kind === 'users.user-activated';
  return {
    at: at.toISOString(),
    from: stated.from ?? null,
    to: stated.to ?? stated.status ?? 'ACTIVE',
    by: activated ? 'user' : (stated.by ?? (stated.action === 'fallInactive' ? 'time' : 'enterprise')),
    actor: { kind: actorKind, id: actor ?? '', ...(actingFor !== null && { actingFor }) },
    comments,
  };
}
