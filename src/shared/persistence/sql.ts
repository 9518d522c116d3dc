import type { Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';

export type SqlParams = readonly unknown[];

/** Runs SQL statements: on the pool outside a transaction, or on the connection of a transaction. */
export interface Sql {
  rows<R extends QueryResultRow>(text: string, params?: SqlParams): Promise<R[]>;
}

/**
 * A condition for the `WHERE` of a single statement outside a transaction. With it, the commit does not wait for the
 * disk. Use it only for work that is repeated if a crash of the database loses it, such as removing delivered messages.
 */
export const WITHOUT_SYNC = `(SELECT set_config('synchronous_commit', 'off', true)) = 'off'`;

/**
 * Maximum number of different prepared statements. It is limited because each connection stores all of them, and there
 * is one for each set of columns that an update changes.
 */
const PREPARED = 1_000;

const names = new Map<string, string>();

/**
 * Returns a stable name for each statement, so that a connection parses and plans it only once. Pass only constant SQL.
 */
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
  return (await on.query<R>(preparedQuery(text, params))).rows;
}

export const preparedQuery = (text: string, params: SqlParams): QueryConfig => ({
  name: nameOf(text),
  text,
  values: [...params],
});

/** SQL that formats a time as ISO 8601 in UTC, with milliseconds. */
export const isoTime = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** SQL that formats a time as ISO 8601 in UTC, with microseconds, which is PostgreSQL's precision. */
export const isoMicroseconds = (column: string): string =>
  `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;

/** A column, and an SQL expression for the value that it must equal. */
export type Cell = readonly [column: string, value: string];

/** The range of ids to search, as SQL expressions: at least `least`, and less than `below`. Ids are ordered by time. */
export interface IdBounds {
  readonly below: string;
  readonly least: string;
}

/**
 * Returns the conditions and the order for a page of the newest rows whose columns have the values given in `ahead`.
 * The statement needs an index on these columns, followed by the id. The columns are compared as one row: with separate
 * conditions, PostgreSQL might scan the ids instead, and read the whole table if few rows match.
 */
export function newestRows(ahead: readonly Cell[], id: string, { below, least }: IdBounds) {
  const columns = [...ahead.map(([column]) => column), id];
  const row = (end: string) => [...ahead.map(([, value]) => value), end].join(', ');
  return {
    where: [`(${columns.join(', ')}) < (${row(below)})`, `(${columns.join(', ')}) >= (${row(least)})`],
    order: columns.map((column) => `${column} DESC`).join(', '),
  };
}
