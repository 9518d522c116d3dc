import type { Sql } from '../../shared/persistence/index.js';

/**
 * The entries that one run of the chain writer links: those of the transactions that ended since the previous run.
 * Entries become visible in the order of commits, which no column follows, so "newer than the last linked entry" would
 * miss slow transactions. A snapshot consists of an upper bound and the transactions below it that are still open. The
 * difference of two snapshots is exactly what ended in between, even if another transaction stays open for long.
 * Transaction numbers are passed as text.
 */
export interface ChainWindow {
  /**
   * Whether the database was restored from another cluster. The transaction numbers of that cluster mean nothing in
   * this one.
   */
  readonly restored: boolean;
  readonly from: string;
  /** Transactions before `from` that were still open at the previous run. */
  readonly opened: string[];
  readonly below: string;
  /** Transactions before `below` that are still open. A later run links their entries. */
  readonly open: string[];
  /**
   * Whether further transactions have ended that did not fit into this window. The next run must link their entries.
   */
  readonly more: boolean;
}

const CLUSTER = '(SELECT system_identifier FROM pg_control_system())';

/** Whether any entry is waiting for a link. If none is, this costs only one or two index lookups. */
export async function somethingToLink(sql: Sql): Promise<boolean> {
  const [row] = await sql.rows<{ waiting: boolean }>(SOMETHING);
  return row?.waiting ?? false;
}

/** Returns the next window, of about `size` entries. It never contains only some of the entries of a transaction. */
export async function nextWindow(sql: Sql, size: number): Promise<ChainWindow> {
  const [window] = await sql.rows<ChainWindow>(NEXT_WINDOW, [size]);
  if (!window) throw new Error('The row of shared.audit_chain is missing');
  return window;
}

/** Records, in the transaction that links the entries of this window, that everything before its end is linked. */
export async function closeWindow(sql: Sql, { below, open }: ChainWindow): Promise<void> {
  await sql.rows(`UPDATE shared.audit_chain SET cluster = ${CLUSTER}, below = $1::xid8, open = $2::xid8[]`, [
    below,
    open,
  ]);
}

/**
 * The ORDER BY makes PostgreSQL use the index. For a plain EXISTS, the planner may expect a matching row early in the
 * table, and scan the table.
 */
const firstFrom = (xid: string): string =>
  `(SELECT e.xid FROM shared.audit_entry e WHERE e.xid >= ${xid} ORDER BY e.xid LIMIT 1)`;

const SOMETHING = `
  SELECT c.cluster <> ${CLUSTER}
      OR coalesce(${firstFrom('c.below')} < pg_snapshot_xmax(pg_current_snapshot()), false)
      OR EXISTS (SELECT FROM unnest(c.open) opened WHERE ${firstFrom('opened')} = opened) AS waiting
  FROM shared.audit_chain c`;

const NEXT_WINDOW = `
  SELECT s.restored, c.below::text AS "from", c.open::text[] AS opened, w.below::text AS below,
         ARRAY (SELECT x::text FROM pg_snapshot_xip(s.now) x WHERE x < w.below) AS open,
         w.below < pg_snapshot_xmax(s.now) AS more
  FROM shared.audit_chain c
  CROSS JOIN LATERAL (SELECT pg_current_snapshot() AS now, c.cluster <> ${CLUSTER} AS restored) s
  LEFT JOIN LATERAL (
    SELECT following.xid FROM shared.audit_entry following
    WHERE following.xid > (SELECT e.xid FROM shared.audit_entry e WHERE e.xid >= c.below
                           ORDER BY e.xid OFFSET $1::int - 1 LIMIT 1)
    ORDER BY following.xid LIMIT 1
  ) cut ON NOT s.restored
  CROSS JOIN LATERAL (SELECT least(cut.xid, pg_snapshot_xmax(s.now)) AS below) w`;
