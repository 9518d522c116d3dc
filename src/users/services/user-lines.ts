import type { FieldError } from '../../../shared/kernel/errors.js';
import { csvRecords, type CsvRecord } from './csv-records.js';
import { linesOf, type Line } from './lines.js';

/** One user as the file has it, not looked at yet, or why there is none. */
export type UserLine =
  { readonly line: number; readonly user: unknown } | { readonly line: number; readonly errors: readonly FieldError[] };

/** A file that cannot be meant: nothing of it is read. */
export class BadHeader extends Error {}

const COLUMNS = [
  'userId',
  'primaryGroup',
  'preferredStatus',
  'firstName',
  'lastName',
  'secondaryGroups',
  'emailId',
  'mobileNumber',
  'loginId',
  'language',
  'predefinedCode',
  'comments',
] as const;
const REQUIRED = ['userId', 'primaryGroup'] as const;
const SEVERAL = 'secondaryGroups';

/** Whatever a spreadsheet separates by: none of them occurs in a name of a column. */
const DELIMITERS = [',', ';', '\t'] as const;

/** NDJSON: each line one user, as the API takes them. */
export async function* ndjsonUsers(chunks: AsyncIterable<Buffer>): AsyncGenerator<UserLine> {
  for await (const { number: line, text, fault } of linesOf(chunks)) {
    if (fault !== undefined) yield refused(line, fault);
    else if (text.trim() !== '') yield parsed(line, text);
  }
}

/** CSV: the first line names the fields. An empty cell is a field that is not given; groups are separated by "|". */
export async function* csvUsers(chunks: AsyncIterable<Buffer>): AsyncGenerator<UserLine> {
  const lines = linesOf(chunks);
  const header = await lines.next();
  if (header.done) return;
  const { delimiter, columns } = readHeader(header.value);
  for await (const record of csvRecords(lines, delimiter)) yield userOf(record, columns);
}

function parsed(line: number, text: string): UserLine {
  try {
    return { line, user: JSON.parse(text) as unknown };
  } catch {
    return refused(line, 'Must be one JSON object.');
  }
}

function readHeader({ text, fault }: Line): { delimiter: string; columns: string[] } {
  if (fault !== undefined) throw new BadHeader(`The first line cannot be read: ${fault}`);
  const delimiter = DELIMITERS.find((character) => text.includes(character)) ?? ',';
  const columns = text.split(delimiter).map((name) => name.replace(/^"(.*)"$/, '$1').trim());
  const unknown = columns.find((name) => !COLUMNS.some((known) => known === name));
  if (unknown !== undefined) {
    throw new BadHeader(
      `The first line names "${unknown.slice(0, 40)}", which is no field; there are ${COLUMNS.join(', ')}.`,
    );
  }
  const missing = REQUIRED.find((name) => !columns.includes(name));
  if (missing !== undefined) throw new BadHeader(`The first line does not name ${missing}, which every user needs.`);
  const twice = columns.find((name, index) => columns.indexOf(name) !== index);
  if (twice !== undefined) throw new BadHeader(`The first line names ${twice} twice.`);
  return { delimiter, columns };
}

function userOf({ line, cells, fault }: CsvRecord, columns: readonly string[]): UserLine {
  if (fault !== undefined) return refused(line, fault);
  if (cells.length !== columns.length) {
    return refused(line, `Must have ${columns.length} cells, as the first line has, but has ${cells.length}.`);
  }
  const given = columns.map((name, index) => [name, cells[index] ?? ''] as const).filter(([, cell]) => cell !== '');
  return { line, user: Object.fromEntries(given.map(([name, cell]) => [name, valueOf(name, cell)])) };
}

const valueOf = (name: string, cell: string): string | string[] =>
  name === SEVERAL ? cell.split('|').map((group) => group.trim()) : cell;

const refused = (line: number, detail: string): UserLine => ({ line, errors: [{ pointer: '', detail }] });
