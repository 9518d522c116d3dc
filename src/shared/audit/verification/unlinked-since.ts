import { setTimeout as pause } from 'node:timers/promises';
import type { Sql } from '../../persistence/database.js';

export interface Unlinked {
  readonly count: number;
  readonly oldest: Date | null;
}

/**
 * Entries that were committed before this snapshot and still have no link once `patienceMs` are over. Their own time
 * would not tell: it is that of the writing, and their transaction may have been committed much later.
 */
export async function unlinkedSince(sql: Sql, snapshot: string, patienceMs: number): Promise<Unlinked> {
  const unlinked = await countUnlinked(sql, snapshot);
  if (unlinked.count === 0 || patienceMs <= 0) return unlinked;
  await pause(patienceMs);
  return countUnlinked(sql, snapshot);
}

async function countUnlinked(sql: Sql, snapshot: string): Promise<Unlinked> {
  const [row] = await sql.rows<Unlinked>(UNLINKED, [snapshot]);
  return row ?? { count: 0, oldest: null };
}

/** A number from the future belongs to the cluster that the database was restored from: committed long ago. */
const UNLINKED = `
  SELECT count(*)::float8 AS count, min(e.at) AS oldest
  FROM shared.audit_entry e
  WHERE NOT EXISTS (SELECT FROM shared.audit_link l WHERE l.entry_id = e.id)
    AND (pg_visible_in_snapshot(e.xid, $1::pg_snapshot) OR e.xid >= pg_snapshot_xmax(pg_current_snapshot()))`;
