import { Injectable } from '@nestjs/common';
import { AuditLog, type AuditRecord, AuditSubjects } from '../../audit/contract/index.js';
import { type ActivityOfUser, ActivitySource } from '../contract/ports.js';
import type { Activity } from './merged-activity.js';

/** Provides audit log entries about a user, as a source of the user's activity. */
@Injectable()
export class AuditedActivity extends ActivitySource {
  override readonly scope = 'audit:read';

  constructor(
    private readonly audit: AuditLog,
    private readonly subjects: AuditSubjects,
  ) {
    super();
  }

  async newest({ tenant, sub, limit, after }: ActivityOfUser): Promise<readonly Activity[]> {
    const position = after && [after.at, after.id];
    const { entries } = await this.audit.list({ tenant, subject: sub }, limit, position);
    const persons = new Set(entries.flatMap(({ actorKind, actor }) => (actorKind === 'user' && actor ? [actor] : [])));
    const userIds = await this.subjects.userIdsOf(tenant, [...persons]);
    return entries.map((entry) => activityOf(entry, userIds));
  }
}

type StatusChanged = NonNullable<Activity['statusChange']>;
const isStatusChange = (kind: string) => kind === 'users.user-status-changed';

function activityOf(entry: AuditRecord, userIds: ReadonlyMap<string, string>): Activity {
  const { id, exactAt: at, kind: title, outcome: status, actorKind, actor, actingFor, details } = entry;
  const actorId = actorKind === 'user' && actor !== null ? (userIds.get(actor) ?? null) : actor;
  return {
    ...{ kind: 'auditEvent', id, at, title, status, actor: { kind: actorKind, id: actorId, actingFor } },
    ...('from' in details && 'to' in details && isStatusChange(title) && { statusChange: details as StatusChanged }),
  };
}
