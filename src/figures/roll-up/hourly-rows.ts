import { timeOfId } from '../../shared/kernel/index.js';
import type { Sql } from '../../shared/persistence/index.js';
import type { HourlyCount } from '../contract/figure-source.port.js';
import { HOURS, type Hours } from './hours.js';

export interface CountedRows {
  readonly table: string;
  /**
   * An indexed column of UUIDs that are ordered by time, so that the UUID of a row shows in which hour the row was
   * created.
   */
  readonly id: string;
  /**
   * An SQL list of the columns and expressions that the query `parts` needs. The columns of the tenant are added
   * automatically.
   */
  readonly columns: string;
  /**
   * An SQL condition on the rows of the table, alias `t`. Rows that do not meet it are not counted at all, not even
   * under `rows`. Default: all rows.
   */
  readonly only?: string;
  /**
   * The name under which all rows of the table are counted. When an hour is counted again and this number has become
   * lower, rows have been deleted.
   */
  readonly rows: string;
  /**
   * An SQL condition on the rows that the figures count, alias `r`. Rows that do not meet it are counted only under
   * `rows`. Default: all rows.
   */
  readonly counted?: string;
  /**
   * An SQL query for one row `r` of the table. It returns a `name`, `dimension` and `key` for each count that `r`
   * increases by one.
   */
  readonly parts: string;
}

/** Counts the rows of one table by the hour in which they were created. */
export class HourlyRows {
  readonly name: string;
  readonly #counts: string;

  constructor(private readonly counted: CountedRows) {
    this.name = counted.rows;
    this.#counts = countsOf(counted);
  }

  /** Returns when the oldest row was created. */
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

/** The SQL statement that counts rows by the hour. Its parameters are `Hours.values`. */
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

/**
 * An SQL expression for the key of the bucket that a number falls into: the upper end of the bucket, or `more` beyond
 * the last end.
 */
export const bucketOf = (value: string, ends: readonly number[]): string =>
  `CASE WHEN ${value} IS NULL THEN NULL ${ends.map((end) => `WHEN ${value} <= ${end} THEN '${end}'`).join(' ')} ELSE 'more' END`;
