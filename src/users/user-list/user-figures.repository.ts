import { Injectable } from '@nestjs/common';
import { type FigureDefinition, HourlyRows, type KeyCount, RowFigures } from '../../figures/contract/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { ReadDatabase } from '../../shared/persistence/index.js';
import { userStatus } from '../user/user-status.js';

/** Counts users by the hour of their enrolment, and by their current status. */
@Injectable()
export class UserFigures extends RowFigures {
  override readonly hourly: readonly FigureDefinition[] = [
    {
      name: 'users.enrolled',
      unit: 'count',
      description: 'Users, counted in the hour in which they were enrolled.',
      by: ['group'],
    },
  ];
  override readonly present: readonly FigureDefinition[] = [
    {
      name: 'users.byStatus',
      unit: 'count',
      description: 'How many users have each status now. Erased users are not counted.',
      by: [],
      keys: userStatus.states,
    },
  ];

  constructor(private readonly db: ReadDatabase) {
    super(ROWS);
  }

  override now({ enterpriseId, test }: Tenant): Promise<KeyCount[]> {
    return this.db.rows(BY_STATUS, [enterpriseId, test]);
  }
}

const ROWS = new HourlyRows({
  table: 'users."user"',
  id: 'sub',
  columns: 't.primary_group',
  rows: 'users.rows',
  parts: `VALUES ('users.enrolled', '', 'all'), ('users.enrolled', 'group', r.primary_group)`,
});

/** Uses an index-only scan of the user list's index, so no table row is read. */
const BY_STATUS = `
  SELECT status AS key, count(*)::float8 AS count FROM users."user"
  WHERE enterprise_id = $1 AND test = $2 AND erased_at IS NULL GROUP BY status`;
