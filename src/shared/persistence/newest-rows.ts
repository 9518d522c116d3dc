/** A column and the text of its value. */
export type Cell = readonly [column: string, value: string];

/** The range of ids to search. Ids are ordered by time. */
export interface IdBounds {
  readonly below: string;
  readonly least: string;
}

/**
 * Conditions and order for a page of the newest rows, by an index on the columns of `ahead` and then the id. The
 * columns are compared as a row: with separate conditions PostgreSQL may scan the ids instead, and read the whole table
 * if few rows match.
 */
export function newestRows(ahead: readonly Cell[], id: string, { below, least }: IdBounds) {
  const columns = [...ahead.map(([column]) => column), id];
  const row = (end: string) => [...ahead.map(([, value]) => value), end].join(', ');
  return {
    where: [`(${columns.join(', ')}) < (${row(below)})`, `(${columns.join(', ')}) >= (${row(least)})`],
    order: columns.map((column) => `${column} DESC`).join(', '),
  };
}
