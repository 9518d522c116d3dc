import { Injectable } from '@nestjs/common';
import type { Tenant } from '../../shared/kernel/index.js';
import {
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditQuery,
  type AuditRecord,
} from '../contract/audit-log.port.js';
import { AuditSubjects } from '../contract/audit-subjects.port.js';

/** The log's query, but with a `userId` as subject. */
export type AuditEventFilter = Omit<AuditQuery, 'tenant'>;

/** The audit log as enterprises read it: with the `userId` of a person in place of `sub`, or nothing. */
@Injectable()
export class AuditEvents {
  constructor(
    private readonly log: AuditLog,
    private readonly subjects: AuditSubjects,
  ) {}

  /** Newest first. */
  async page(
    tenant: Tenant,
    { subject: userId, ...filter }: AuditEventFilter,
    limit: number,
    after?: AuditPosition,
  ): Promise<AuditPage> {
    const subject = userId === undefined ? undefined : await this.subjects.subOf(tenant, userId);
    if (userId !== undefined && subject === undefined) return { entries: [], end: undefined };
    const { entries, end } = await this.log.list({ tenant, ...filter, subject }, limit, after);
    const userIds = await this.#userIdsIn(tenant, entries);
    return { entries: entries.map((entry) => renamed(entry, userIds)), end };
  }

  async #userIdsIn(tenant: Tenant, entries: readonly AuditRecord[]): Promise<ReadonlyMap<string, string>> {
    const subs = new Set(entries.flatMap(personsIn));
    return subs.size === 0 ? new Map() : this.subjects.userIdsOf(tenant, [...subs]);
  }
}

const personsIn = ({ actorKind, actor, subject }: AuditRecord): string[] =>
  [subject, actorKind === 'user' ? actor : null].filter((sub) => sub !== null);

function renamed(entry: AuditRecord, userIds: ReadonlyMap<string, string>): AuditRecord {
  const userIdOf = (sub: string | null) => (sub === null ? null : (userIds.get(sub) ?? null));
  const { actorKind, actor, subject } = entry;
  return { ...entry, subject: userIdOf(subject), actor: actorKind === 'user' ? userIdOf(actor) : actor };
}
