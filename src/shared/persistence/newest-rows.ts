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
