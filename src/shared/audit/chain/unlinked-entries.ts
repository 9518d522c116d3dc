import type { Sql } from '../../persistence/database.js';
import { ENTRY_CONTENT, type StoredEntry } from './chain-content.js';
import type { ChainWindow } from './chain-window.js';

/** The entries of a window, in the order of their time. */
export async function unlinkedEntries(sql: Sql, window: ChainWindow): Promise<StoredEntry[]> {
  return sql.rows<StoredEntry>(IN_WINDOW, [window.from, window.below, window.opened]);
}

/** Every entry without a link, whatever its transaction: reads the whole log, once after a restore. */
export async function allUnlinkedEntries(sql: Sql, limit: number): Promise<StoredEntry[]> {
  return sql.rows<StoredEntry>(
    `SELECT ${ENTRY_CONTENT} FROM shared.audit_entry e
     WHERE NOT EXISTS (SELECT FROM shared.audit_link l WHERE l.entry_id = e.id)
     ORDER BY e.at, e.id LIMIT $1`,
    [limit],
  );
}

/**
 * Almost everything in a window is without a link. Not so a transaction that ended just after its bounds were taken, and
 * comes up in the next window too; nor, after a restore, old entries whose transaction numbers come up again. A
 * subselect, since the planner must never come to read all links for a join.
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
