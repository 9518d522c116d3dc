import { Injectable } from '@nestjs/common';
import { Database } from '../../shared/persistence/index.js';

export interface ChainLag {
  /** The number of committed entries that are not linked yet, counted up to 100,000. */
  readonly unlinked: number;
  /** The age of the oldest of them. */
  readonly seconds: number;
}

/** How far the chain is behind, for metrics. The cost grows with the lag. */
@Injectable()
export class ChainStats {
  constructor(private readonly db: Database) {}

  async lag(): Promise<ChainLag> {
    return (await this.db.one<ChainLag>(LAG)) ?? { unlinked: 0, seconds: 0 };
  }
}

const LAG = `
  SELECT count(*)::float8 AS unlinked,
         coalesce(extract(epoch FROM greatest(clock_timestamp() - min(at), interval '0')), 0)::float8 AS seconds
  FROM (
    SELECT e.at FROM shared.audit_chain c, LATERAL (
      SELECT at FROM shared.audit_entry WHERE xid >= c.below AND xid < pg_snapshot_xmax(pg_current_snapshot())
      UNION ALL
      SELECT at FROM shared.audit_entry WHERE xid = ANY (c.open)
    ) e LIMIT 100000
  ) waiting`;
