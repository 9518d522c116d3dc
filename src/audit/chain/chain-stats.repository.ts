import { Injectable } from '@nestjs/common';
import { Database } from '../../shared/persistence/index.js';

export interface ChainLag {
  /** The number of committed entries that are not linked yet, counted up to a limit. */
  readonly unlinked: number;
  /** The age of the oldest unlinked entry. */
  readonly seconds: number;
}

const MOST_COUNTED = 100_000;

/** Measures how far the chain is behind. The cost grows with the lag, up to the limit of the count. */
@Injectable()
export class ChainStats {
  constructor(private readonly db: Database) {}

  async lag(most = MOST_COUNTED): Promise<ChainLag> {
    return (await this.db.one<ChainLag>(LAG, [most])) ?? { unlinked: 0, seconds: 0 };
  }
}

/**
 * Counts unlinked entries up to a limit: those of transactions that were still open at the last run of the chain
 * writer, and those of later transactions. It relies on index scans to read the oldest first.
 */
const LAG = `
  SELECT count(*)::float8 AS unlinked,
         coalesce(extract(epoch FROM greatest(clock_timestamp() - min(at), interval '0')), 0)::float8 AS seconds
  FROM (
    SELECT e.at FROM shared.audit_chain c, LATERAL (
      SELECT at FROM shared.audit_entry WHERE xid = ANY (c.open)
      UNION ALL
      SELECT at FROM shared.audit_entry WHERE xid >= c.below AND xid < pg_snapshot_xmax(pg_current_snapshot())
    ) e LIMIT $1
  ) waiting`;
