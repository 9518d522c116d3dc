import { Injectable } from '@nestjs/common';
import { type HourlyCount, HourlyRows, type Hours, oldestIn } from '../../figures/contract/index.js';
import type { AllTenants } from '../../shared/kernel/index.js';
import type { Sql } from '../../shared/persistence/index.js';
import { AuditCounts, type CountedKind } from '../contract/audit-counts.port.js';

/** Counts audit entries by the hour in which they were written. */
@Injectable()
export class EntryCounts extends AuditCounts {
  oldest(_scope: AllTenants, sql: Sql): Promise<Date | undefined> {
    return oldestIn(sql, ENTRIES);
  }

  ofKind(_scope: AllTenants, sql: Sql, hours: Hours, counted: CountedKind): Promise<HourlyCount[]> {
    return rowsOf(counted).count(sql, hours);
  }
}

const ENTRIES = { table: 'shared.audit_entry', id: 'id' };

/**
 * `kind`, `name` and the parts of `dimensions` are inserted into SQL without escaping, because they are constants of
 * our code.
 */
const rowsOf = ({ kind, name, rows, dimensions }: CountedKind): HourlyRows =>
  new HourlyRows({
    ...ENTRIES,
    columns: 't.outcome, t.details',
    only: `t.kind = '${kind}'`,
    rows,
    parts: dimensions
      .map(({ dimension, of, outcome }) => {
        const key = of === 'all' ? `'all'` : of === 'outcome' ? 'r.outcome' : `r.details ->> '${of.member}'`;
        const condition = outcome === undefined ? 'true' : `r.outcome = '${outcome}'`;
        return `SELECT '${name}', '${dimension}', ${key} WHERE ${condition}`;
      })
      .join(' UNION ALL '),
  });
