/** The file formats of an export. A caller requests a format by its media type. */
export const exportTypes = { csv: 'text/csv', ndjson: 'application/x-ndjson' } as const;
export type ExportFormat = keyof typeof exportTypes;

/**
 * The columns of an export, as paths to members of a row, such as `actor.kind`. If a member is a list, the rest of the
 * path is read from each of its items.
 */
export type Columns = readonly string[];

/** Writes rows as text. `head` is the first line of the file, written even when there are no rows. */
export interface RowWriter {
  readonly head: string;
  readonly write: (row: object) => string;
}

export const writerOf = (format: ExportFormat, columns: Columns): RowWriter =>
  format === 'csv'
    ? { head: line(columns), write: (row) => line(columns.map((path) => cell(path, at(row, path.split('.'))))) }
    : { head: '', write: (row) => `${JSON.stringify(row)}\n` };

/**
 * One line of CSV (RFC 4180). Every cell is quoted, because in some countries spreadsheets separate cells with `;`
 * instead of a comma.
 */
const line = (cells: readonly string[]): string => `${cells.map(quoted).join(',')}\r\n`;
const quoted = (text: string): string => `"${text.replaceAll('"', '""')}"`;

/**
 * Matches the positions where text would start a formula in a spreadsheet, so that an apostrophe can be inserted there.
 * A spreadsheet that separates cells with `;` or a tab starts a new cell after each separator and line end, even within
 * quotes.
 */
const FORMULA = /(?<=^|[;\t\r\n])(?=[\t\r ]*[=+\-@＝＋－＠﹦﹢﹣﹫])/g;
/** Matches the names of members that contain milliseconds since 1970, which CSV shows as ISO 8601. */
const MOMENT = /Ts$/;

function cell(path: string, value: unknown): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'number') return MOMENT.test(path) ? new Date(value).toISOString() : String(value);
  const text = Array.isArray(value) ? value.map(textOf).join('; ') : textOf(value);
  return text.replace(FORMULA, "'");
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

function at(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined || value === undefined || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => at(one, [name, ...rest]));
  return at((value as Record<string, unknown>)[name], rest);
}
