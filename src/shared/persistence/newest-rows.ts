/** A column and the text of its value. */
export type Cell = readonly [column: string, value: string];

/** Ids, ordered by time, between which rows are looked for. */
export interface IdBounds {
  readonly below: string;
  readonly least: string;
}

/**
 * Conditions and order of a page, newest first, by the index that has the columns of `ahead` before the id. Whole rows
 * are compared: by equal columns PostgreSQL may as well go through all ids, and reads everything where few match.
 */
export function newestRows(ahead: readonly Cell[], id: string, { below, least }: IdBounds) {
  const columns = [...ahead.map(([column]) => column), id];
  const row = (end: string) => [...ahead.map(([, value]) => value), end].join(', ');
  return {
    where: [`(${columns.join(', ')}) < (${row(below)})`, `(${columns.join(', ')}) >= (${row(least)})`],
    order: columns.map((column) => `${column} DESC`).join(', '),
  };
}
