import type { Pool, PoolClient, QueryResultRow } from 'pg';

export type SqlParams = readonly unknown[];

/** Runs SQL: on the pool outside a transaction, on one connection inside. */
export interface Sql {
  rows<R extends QueryResultRow>(text: string, params?: SqlParams): Promise<R[]>;
}

/**
 * A condition for the `WHERE` of a single statement outside a transaction. It makes the commit not wait for the disk.
 * For work that is repeated if a crash of the database loses it, such as removing delivered messages.
 */
export const WITHOUT_SYNC = `(SELECT set_config('synchronous_commit', 'off', true)) = 'off'`;

/**
 * The maximum number of prepared statements, since each connection stores all of them. Updates differ by the columns
 * that they change.
 */
const PREPARED = 1_000;

const names = new Map<string, string>();

/** A stable name for each statement text, so that a connection parses and plans it once. Pass constant texts only. */
function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= PREPARED) return known;
  const name = `cs${names.size}`;
  names.set(text, name);
  return name;
}

export async function runPrepared<R extends QueryResultRow>(
  on: Pool | PoolClient,
  text: string,
  params: SqlParams = [],
): Promise<R[]> {
  return (await on.query<R>({ name: nameOf(text), text, values: [...params] })).rows;
}

/** A moment as ISO 8601 in UTC, with milliseconds. */
export const isoTime = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** A time in UTC with microseconds, the precision of PostgreSQL. */
export const isoMicroseconds = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A column, and the SQL expression of the value that it must equal. */
export type Cell = readonly [column: string, value: string];

/**
 * The range of ids to search, as SQL expressions: from `least` up to, but without, `below`. Ids are ordered by time.
 */
export interface IdBounds {
  readonly below: string;
  readonly least: string;
}

/**
 * Conditions and order for a page of the newest rows that have the values of `ahead`, found by an index on these
 * columns and then the id. The columns are compared as one row: with separate conditions PostgreSQL may scan the ids
 * instead, and read the whole table if few rows match.
 */
export function newestRows(ahead: readonly Cell[], id: string, { below, least }: IdBounds) {
  const columns = [...ahead.map(([column]) => column), id];
  const row = (end: string) => [...ahead.map(([, value]) => value), end].join(', ');
  return {
    where: [`(${columns.join(', ')}) < (${row(below)})`, `(${columns.join(', ')}) >= (${row(least)})`],
    order: columns.map((column) => `${column} DESC`).join(', '),
  };
}
