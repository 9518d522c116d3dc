import { timeOfId } from '../../shared/kernel/index.js';
import type { Sql } from '../../shared/persistence/index.js';
import type { HourlyCount } from '../contract/figure-source.port.js';
import { HOURS, type Hours } from './hours.js';

export interface CountedRows {
  readonly table: string;
  /** A column of UUIDs that are ordered by time, with an index: it tells in which hour a row was made. */
  readonly id: string;
  /** The columns that `parts` needs, beside the tenant. */
  readonly columns: string;
  /** A condition for the rows that figures count. Without it, all rows. */
  readonly only?: string;
  /** The name under which all rows are counted. A lower number later shows that rows were deleted. */
  readonly rows: string;
  /** A condition for the rows `r` of this figure. Without it, all rows. */
  readonly counted?: string;
  /** A query of `name`, `dimension` and `key`: one row for each count that the row `r` takes part in. */
  readonly parts: string;
}

/** Rows of one table, by the hours in which they were made. */
export class HourlyRows {
  readonly name: string;
  readonly #counts: string;

  constructor(private readonly counted: CountedRows) {
    this.name = counted.rows;
    this.#counts = countsOf(counted);
  }

  /** When the oldest row was made. */
  oldest(sql: Sql): Promise<Date | undefined> {
    return oldestIn(sql, this.counted);
  }

  count(sql: Sql, hours: Hours): Promise<HourlyCount[]> {
    return sql.rows<HourlyCount>(this.#counts, hours.values);
  }
}

export async function oldestIn(sql: Sql, { table, id }: Pick<CountedRows, 'table' | 'id'>): Promise<Date | undefined> {
  const [row] = await sql.rows<{ id: string }>(`SELECT ${id} AS id FROM ${table} ORDER BY ${id} LIMIT 1`);
  return row && timeOfId(row.id);
}

/** The statement that counts rows by the hour. Its parameters are `Hours.values`. */
const countsOf = ({ table, id, columns, only = 'true', rows, counted = 'true', parts }: CountedRows): string => `
  WITH r AS (
    SELECT hour.at, t.enterprise_id, t.test, ${columns} FROM ${HOURS}
    JOIN ${table} t ON t.${id} >= hour.since AND t.${id} < hour.before WHERE t.enterprise_id IS NOT NULL AND ${only}
  )
  SELECT r.enterprise_id AS "enterpriseId", r.test, c.name, c.dimension, r.at, c.key, count(*)::float8 AS count
  FROM r CROSS JOIN LATERAL (
    SELECT '${rows}', '', 'all' UNION ALL SELECT * FROM (${parts}) AS part WHERE ${counted}
  ) AS c (name, dimension, key)
  WHERE c.key IS NOT NULL GROUP BY 1, 2, 3, 4, 5, 6`;

/** Names the bucket of a number by its end; `more` beyond the last end. */
export const bucketOf = (value: string, ends: readonly number[]): string =>
  `CASE WHEN ${value} IS NULL THEN NULL ${ends.map((end) => `WHEN ${value} <= ${end} THEN '${end}'`).join(' ')} ELSE 'more' END`;
