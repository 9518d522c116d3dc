import { Injectable } from '@nestjs/common';
import {
  type FigureDefinition,
  FigureSource,
  type HourlyCount,
  hourlyCounts,
  type Hours,
  type KeyCount,
  timeOfId,
} from '../../figures/contract/index.js';
import type { AllTenants, Tenant } from '../../shared/kernel/index.js';
import { Database, type Sql } from '../../shared/persistence/index.js';
import { userStatus } from '../user/user-status.js';

/** Users by the hour of their enrolment, and by what they are now. */
@Injectable()
export class UserFigures extends FigureSource {
  override readonly rows = 'users.rows';
  override readonly hourly: readonly FigureDefinition[] = [
    { name: 'users.enrolled', unit: 'count', description: 'Users, by the time of their enrolment.', by: ['group'] },
  ];
  override readonly present: readonly FigureDefinition[] = [
    {
      name: 'users.byStatus',
      unit: 'count',
      description: 'How many users have each status now. Those who were erased are not counted.',
      by: [],
      keys: userStatus.states,
    },
  ];

  constructor(private readonly db: Database) {
    super();
  }

  override async oldest(_scope: AllTenants, sql: Sql): Promise<Date | undefined> {
    const [row] = await sql.rows<{ id: string }>('SELECT sub AS id FROM users."user" ORDER BY sub LIMIT 1');
    return row && timeOfId(row.id);
  }

  override count(_scope: AllTenants, sql: Sql, hours: Hours): Promise<HourlyCount[]> {
    return sql.rows(COUNTS, hours.values);
  }

  override now({ enterpriseId, test }: Tenant): Promise<KeyCount[]> {
    return this.db.rows(BY_STATUS, [enterpriseId, test]);
  }
}

const COUNTS = hourlyCounts({
  table: 'users."user"',
  id: 'sub',
  columns: 't.primary_group',
  rows: 'users.rows',
  parts: `VALUES ('users.enrolled', '', 'all'), ('users.enrolled', 'group', r.primary_group)`,
});

/** By the index of the list: no row is read. */
const BY_STATUS = `
  SELECT status AS key, count(*)::float8 AS count FROM users."user"
  WHERE enterprise_id = $1 AND test = $2 AND erased_at IS NULL GROUP BY status`;
