import { Injectable } from '@nestjs/common';
import { type HourlyCount, hourlyCounts, type Hours, timeOfId } from '../../figures/contract/index.js';
import type { AllTenants } from '../../shared/kernel/index.js';
import type { Sql } from '../../shared/persistence/index.js';
import { AuditCounts, type CountedKind } from '../contract/audit-counts.port.js';

/** Counts entries by the hour in which they were made. */
@Injectable()
export class EntryCounts extends AuditCounts {
  async oldest(_scope: AllTenants, sql: Sql): Promise<Date | undefined> {
    const [row] = await sql.rows<{ id: string }>('SELECT id FROM shared.audit_entry ORDER BY id LIMIT 1');
    return row && timeOfId(row.id);
  }

  ofKind(_scope: AllTenants, sql: Sql, hours: Hours, counted: CountedKind): Promise<HourlyCount[]> {
    return sql.rows(textOf(counted), hours.values);
  }
}

/** Kinds and members are names in our code. */
const textOf = ({ kind, name, rows, dimensions }: CountedKind): string =>
  hourlyCounts({
    table: 'shared.audit_entry',
    id: 'id',
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
