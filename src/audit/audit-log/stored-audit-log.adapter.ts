import { AuditLog } from '../contract/audit-log.port.js';
import { Injectable } from '@nestjs/common';
import { type AuditEntry, Database, PendingWrites, type Sql } from '../../shared/persistence/index.js';
import { UTC_MICROSECONDS } from '../chain/chain-content.js';
import type { AuditRecord, AuditQuery, AuditPosition, AuditPage } from '../contract/audit-log.port.js';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

type Row = AuditRecord & { readonly exactAt: string };

async function readPage(sql: Sql, query: AuditQuery, limit: number, after?: AuditPosition): Promise<AuditPage> {
  const { tenant, from, to, kind, subject, doneOf } = query;
  const [at, id] = after ?? [];
  const found = await sql.rows<Row>(
    pageSql(kind !== undefined, subject !== undefined),
    [tenant.enterpriseId, tenant.test, from, to, at, id, limit + 1, kind, subject, doneOf].map(
      (value) => value ?? null,
    ),
  );
  const rows = found.slice(0, limit);
  const last = found.length > limit ? rows.at(-1) : undefined;
  return { entries: rows.map(({ exactAt: _, ...entry }) => entry), end: last && [last.exactAt, last.id] };
}

/**
 * Four variants of the text, each with an index that has its entries in order. Persons and numbers are looked up per
 * page.
 */
const pageSql = (byKind: boolean, bySubject: boolean): string => `
  WITH asked AS (
    SELECT $8::text AS kind, (SELECT alias FROM shared.audit_alias WHERE subject = $9) AS alias
  ), page AS (
    SELECT e.* FROM shared.audit_entry e
    WHERE e.enterprise_id = $1 AND e.test = $2
      AND e.at >= coalesce($3::timestamptz, '-infinity') AND e.at < coalesce($4::timestamptz, 'infinity')
      AND (e.at, e.id) < (coalesce($5::timestamptz, 'infinity'), coalesce($6::uuid, '${LAST_ID}'))
      ${byKind ? 'AND e.kind = (SELECT kind FROM asked)' : ''}
      AND ($10::text[] IS NULL OR (e.kind = ANY ($10) AND e.outcome = 'done'))
      ${bySubject ? 'AND e.subject_alias = (SELECT alias FROM asked)' : ''}
    ORDER BY e.at DESC, e.id DESC LIMIT $7
  )
  SELECT e.id, l.number::float8 AS number, e.at, ${UTC_MICROSECONDS} AS "exactAt", e.kind, e.outcome,
         e.actor_kind AS "actorKind", coalesce(e.actor_id, actor.subject) AS actor, e.actor_alias AS "actorAlias",
         e.details ->> 'actingFor' AS "actingFor", c.comments, subject.subject, e.subject_alias AS "subjectAlias", e.address, e.request_id AS "requestId",
         e.details - '{actingFor,commentsAlias}'::text[] AS details
  FROM page e
  LEFT JOIN shared.audit_link l ON l.entry_id = e.id
  LEFT JOIN shared.audit_comment c ON c.entry_id = e.id
  LEFT JOIN shared.audit_alias actor ON actor.alias = e.actor_alias
  LEFT JOIN shared.audit_alias subject ON subject.alias = e.subject_alias
  ORDER BY e.at DESC, e.id DESC`;

@Injectable()
export class StoredAuditLog extends AuditLog {
  constructor(private readonly db: Database) {
    super();
  }

  async record(entry: AuditEntry): Promise<void> {
    const pending = new PendingWrites();
    pending.audit.push(entry);
    await pending.flush(this.db);
  }

  async erase(subject: string, sql: Sql = this.db): Promise<void> {
    await sql.rows('DELETE FROM shared.audit_alias WHERE subject = $1', [subject]);
  }

  list(query: AuditQuery, limit: number, after?: AuditPosition): Promise<AuditPage> {
    return readPage(this.db, query, limit, after);
  }
}
