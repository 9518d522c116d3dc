import { UTC_MICROSECONDS } from '../chain/chain-content.js';
import type { AuditPosition, AuditQuery } from '../contract/audit-log.port.js';

const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const NO_ID = '00000000-0000-0000-0000-000000000000';

/** An SQL statement with its values. Equal filters give equal texts, so PostgreSQL plans each text once. */
export interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/**
 * Builds the statement for a page of entries, newest first. An index delivers the entries in order, separately for each
 * kind and for each id or alias of the actor; the statement merges them. It looks up persons and link numbers only for
 * the entries of the page.
 */
export function auditPage(query: AuditQuery, limit: number, after: AuditPosition = []): Statement {
  const values: unknown[] = [];
  const given = (value: unknown, type: string): string => `$${values.push(value)}::${type}`;
  const { tenant, from, to, kinds, subject, actor, actorKind, outcome, address, requestId, doneOf } = query;
  const [at = 'infinity', id = LAST_ID] = after;
  const aliasOf = (sub: string) => `(SELECT alias FROM shared.audit_alias WHERE subject = ${given(sub, 'text')})`;
  const wanted = [
    `e.enterprise_id = ${given(tenant.enterpriseId, 'text')} AND e.test = ${given(tenant.test, 'boolean')}`,
    `(e.at, e.id) < ${before(given(at, 'timestamptz'), given(id, 'uuid'), to && given(to, 'timestamptz'))}`,
    ...(from ? [`e.at >= ${given(from, 'timestamptz')}`] : []),
    ...(subject !== undefined ? [`e.subject_alias = ${aliasOf(subject)}`] : []),
    ...(actorKind === 'operator' ? [`e.actor_kind = 'operator'`] : []),
    ...(actorKind !== undefined && actorKind !== 'operator' ? [`e.actor_kind = ${given(actorKind, 'text')}`] : []),
    ...(outcome !== undefined ? [`e.outcome = '${outcome === 'refused' ? 'refused' : 'done'}'`] : []),
    ...(address !== undefined ? [`e.address = ${given(address, 'text')}`] : []),
    ...(requestId !== undefined ? [`e.request_id = ${given(requestId, 'text')}`] : []),
    ...(doneOf ? [`e.kind = ANY (${given(doneOf, 'text[]')}) AND e.outcome = 'done'`] : []),
  ];
  const most = given(limit, 'int');
  const newest = `ORDER BY e.at DESC, e.id DESC LIMIT ${most}`;
  const branch = (more: readonly string[]): string =>
    `SELECT e.* FROM shared.audit_entry e WHERE ${[...wanted, ...more].join(' AND ')} ${newest}`;
  const byActor = actor
    ? [`e.actor_id = ${given(actor.id, 'text')}`, ...actor.subs.map((sub) => `e.actor_alias = ${aliasOf(sub)}`)]
    : [undefined];
  const branches = byActor.map((by) => {
    const more = by === undefined ? [] : [by];
    return kinds === undefined
      ? branch(more)
      : `SELECT e.* FROM unnest(${given(kinds, 'text[]')}) AS asked(kind)
         CROSS JOIN LATERAL (${branch([...more, 'e.kind = asked.kind'])}) e`;
  });
  const found = branches.map((text) => `(${text})`).join(' UNION ALL ');
  return { text: `WITH page AS (SELECT e.* FROM (${found}) e ${newest}) ${SHOWN}`, values };
}

/**
 * Combines the position of the page and the filter `to` into one upper bound. With two bounds, the index scan may begin
 * at the later one and read all entries between them.
 */
const before = (at: string, id: string, to: string | undefined): string =>
  to === undefined
    ? `(${at}, ${id})`
    : `(least(${at}, ${to}), CASE WHEN ${to} <= ${at} THEN '${NO_ID}' ELSE ${id} END)`;

const SHOWN = `
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

/** The statement for a single entry. */
export const AUDIT_ENTRY = `
  WITH page AS (SELECT * FROM shared.audit_entry WHERE id = $3 AND enterprise_id = $1 AND test = $2) ${SHOWN}`;

/**
 * Selects the kinds of entries that a tenant has. The recursion jumps from kind to kind in the index, so it reads one
 * entry per kind.
 */
export const KINDS_IN_USE = `
  WITH RECURSIVE known AS (
    (SELECT kind FROM shared.audit_entry WHERE enterprise_id = $1 AND test = $2 ORDER BY kind LIMIT 1)
    UNION ALL
    SELECT (SELECT e.kind FROM shared.audit_entry e
            WHERE e.enterprise_id = $1 AND e.test = $2 AND e.kind > known.kind ORDER BY e.kind LIMIT 1)
    FROM known WHERE known.kind IS NOT NULL
  )
  SELECT kind FROM known WHERE kind IS NOT NULL`;
