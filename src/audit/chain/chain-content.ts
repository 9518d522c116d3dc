import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject } from '../../shared/kernel/index.js';
import type { Sql } from '../../shared/persistence/index.js';
import type { ChainWindow } from './chain-window.js';

/** A stored entry in a reproducible form for hashing: the time as text with microseconds, persons as aliases. */
export interface StoredEntry {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly outcome: string;
  readonly enterpriseId: string | null;
  readonly test: boolean | null;
  readonly actorKind: string;
  readonly actorId: string | null;
  readonly actorAlias: string | null;
  readonly subjectAlias: string | null;
  readonly address: string | null;
  readonly requestId: string | null;
  readonly details: JsonObject;
}

/** An audit entry with its number and hash in the chain. */
export interface LinkedEntry extends StoredEntry {
  readonly number: number;
  /** The hash of the link, in hexadecimal. */
  readonly hash: string;
}

/** SQL for the exact time of `shared.audit_entry e`, independent of the session's time zone. */
export const UTC_MICROSECONDS = `to_char(e.at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** SQL for the complete content of `shared.audit_entry e`, except `xid`, which may change with a restore. */
export const ENTRY_CONTENT = `
  e.id, ${UTC_MICROSECONDS} AS at, e.kind, e.outcome,
  e.enterprise_id AS "enterpriseId", e.test, e.actor_kind AS "actorKind", e.actor_id AS "actorId",
  e.actor_alias AS "actorAlias", e.subject_alias AS "subjectAlias", e.address, e.request_id AS "requestId", e.details`;

/** The hash that the first link uses as its previous hash. */
export const GENESIS: Buffer = Buffer.alloc(32);

/** SHA-256 over the previous hash and the canonical JSON (RFC 8785) of the number and the complete entry. */
export function linkHash(previous: Uint8Array, number: number, entry: StoredEntry): Buffer {
  const content = canonicalJson({
    number,
    id: entry.id,
    at: entry.at,
    kind: entry.kind,
    outcome: entry.outcome,
    enterpriseId: entry.enterpriseId,
    test: entry.test,
    actorKind: entry.actorKind,
    actorId: entry.actorId,
    actorAlias: entry.actorAlias,
    subjectAlias: entry.subjectAlias,
    address: entry.address,
    requestId: entry.requestId,
    details: entry.details,
  });
  return createHash('sha256').update(previous).update(content, 'utf8').digest();
}

/** Returns the entries that one run of the chain writer links (see `ChainWindow`), ordered by time. */
export async function unlinkedEntries(sql: Sql, window: ChainWindow): Promise<StoredEntry[]> {
  return sql.rows<StoredEntry>(IN_WINDOW, [window.from, window.below, window.opened]);
}

/**
 * Returns unlinked entries of all transactions, the oldest first. It reads the whole log, so it is used only after a
 * restore.
 */
export async function allUnlinkedEntries(sql: Sql, limit: number): Promise<StoredEntry[]> {
  return sql.rows<StoredEntry>(
    `SELECT ${ENTRY_CONTENT} FROM shared.audit_entry e
     WHERE NOT EXISTS (SELECT FROM shared.audit_link l WHERE l.entry_id = e.id)
     ORDER BY e.at, e.id LIMIT $1`,
    [limit],
  );
}

/**
 * A condition that skips entries that already have a link. There are two reasons for such entries. A transaction that
 * ended just after the bounds of a window were read is part of two windows. After a restore, old entries may have
 * transaction numbers that are used again. It is a subselect, so that the planner never reads all links for a join.
 */
const UNLINKED = '(SELECT l.number FROM shared.audit_link l WHERE l.entry_id = e.id) IS NULL';

const IN_WINDOW = `
  SELECT ${ENTRY_CONTENT}
  FROM (
    SELECT * FROM shared.audit_entry WHERE xid >= $1::xid8 AND xid < $2::xid8
    UNION ALL
    SELECT * FROM shared.audit_entry WHERE xid = ANY ($3::xid8[])
  ) e
  WHERE ${UNLINKED}
  ORDER BY e.at, e.id`;
