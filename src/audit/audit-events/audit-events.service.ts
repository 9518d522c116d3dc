import { Injectable } from '@nestjs/common';
import type { NotedExport } from '../../shared/http/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import {
  type AuditActorQuery,
  AuditLog,
  type AuditPage,
  type AuditPosition,
  type AuditQuery,
  type AuditRecord,
  AuditSubjects,
} from '../contract/audit-log.port.js';

/**
 * Like `AuditQuery`, but identifies persons by `userId` instead of `sub`: in `subject`, and in `actor` if the actor is
 * a person.
 */
export type AuditEventFilter = Omit<AuditQuery, 'tenant' | 'actor'> & { readonly actor?: string | undefined };

/**
 * The audit log as enterprises read it: persons are identified by `userId` instead of `sub`, and have no id after their
 * erasure.
 */
@Injectable()
export class AuditEvents {
  constructor(
    private readonly log: AuditLog,
    private readonly subjects: AuditSubjects,
  ) {}

  /** Returns one page of entries, newest first. */
  async page(
    tenant: Tenant,
    { subject: userId, actor: actorId, ...filter }: AuditEventFilter,
    limit: number,
    after?: AuditPosition,
  ): Promise<AuditPage> {
    const subject = userId === undefined ? undefined : await this.subjects.subOf(tenant, userId);
    if (userId !== undefined && subject === undefined) return { entries: [], end: undefined };
    const actor = actorId === undefined ? undefined : await this.#actorOf(tenant, actorId);
    const { entries, end } = await this.log.list({ tenant, ...filter, subject, actor }, limit, after);
    const userIds = await this.#userIdsIn(tenant, entries);
    return { entries: entries.map((entry) => renamed(entry, userIds)), end };
  }

  /** Writes an operator's search to the audit log: its filters, and the number of rows shown. */
  async noteSearch(tenant: Tenant, filter: AuditEventFilter, rows: number): Promise<void> {
    await this.log.record({ kind: 'audit.searched', tenant, details: { ...shownOf(filter), rows } });
  }

  /** Writes an export to the audit log. Callers await it before they send the first row. */
  async noteExport(tenant: Tenant, filter: AuditEventFilter, asked: NotedExport): Promise<void> {
    await this.log.record({ kind: 'audit.exported', tenant, details: { ...shownOf(filter), ...asked } });
  }

  async noteLook(tenant: Tenant, id: string): Promise<void> {
    await this.log.record({ kind: 'audit.event-viewed', tenant, details: { entry: id } });
  }

  async find(tenant: Tenant, id: string): Promise<AuditRecord | undefined> {
    const entry = await this.log.find(tenant, id);
    return entry && renamed(entry, await this.#userIdsIn(tenant, [entry]));
  }

  /**
   * Returns a query for the entries of one actor. `id` is the id of a client or an operator, or the `userId` of a user.
   */
  async #actorOf(tenant: Tenant, id: string): Promise<AuditActorQuery> {
    const sub = await this.subjects.subOf(tenant, id);
    return { id, subs: sub === undefined ? [id] : [id, sub] };
  }

  async #userIdsIn(tenant: Tenant, entries: readonly AuditRecord[]): Promise<ReadonlyMap<string, string>> {
    const subs = new Set(entries.flatMap(personsIn));
    return subs.size === 0 ? new Map() : this.subjects.userIdsOf(tenant, [...subs]);
  }
}

function shownOf(filter: AuditEventFilter): { readonly filters: string[]; readonly kinds: string[] } {
  const filters = Object.entries<unknown>(filter).flatMap(([name, value]) => (value === undefined ? [] : [name]));
  return { filters, kinds: [...(filter.kinds ?? [])] };
}

const personsIn = ({ actorKind, actor, subject }: AuditRecord): string[] =>
  [subject, actorKind === 'user' ? actor : null].filter((sub) => sub !== null);

function renamed(entry: AuditRecord, userIds: ReadonlyMap<string, string>): AuditRecord {
  const userIdOf = (sub: string | null) => (sub === null ? null : (userIds.get(sub) ?? null));
  const { actorKind, actor, subject } = entry;
  return { ...entry, subject: userIdOf(subject), actor: actorKind === 'user' ? userIdOf(actor) : actor };
}
