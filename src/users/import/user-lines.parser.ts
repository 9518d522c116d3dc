import { parse } from 'csv-parse/sync';
import type { FieldError } from '../../shared/kernel/index.js';

/** A user as read from the file, not validated yet, or the reason why its line could not be read. */
export type UserLine =
  | {
      readonly line: number;
      readonly user: unknown;
      /** The user's data in the other system that cannot be imported. */
      readonly left?: readonly string[];
    }
  | { readonly line: number; readonly errors: readonly FieldError[] };

/** Thrown if the header of the file is invalid. No line of the file is then imported. */
export class BadHeader extends Error {}

const COLUMNS = [
  'userId',
  'primaryGroup',
  'preferredStatus',
  'firstName',
  'lastName',
  'secondaryGroups',
  'emailId',
  'emailVerified',
  'mobileNumber',
  'loginId',
  'language',
  'predefinedCode',
  'passwordHash',
  'totpSecret',
  'comments',
] as const;
const REQUIRED = ['userId', 'primaryGroup'] as const;
/** The name of a column for a user attribute, such as `attributes.department`. */
const ATTRIBUTE = /^attributes\.([A-Za-z][A-Za-z0-9_.-]{0,63})$/;
const SEVERAL = 'secondaryGroups';
const TRUTH = 'emailVerified';
const TRUTHS: ReadonlyMap<string, boolean> = new Map([
  ['true', true],
  ['false', false],
]);

/** The separators that spreadsheets use. None of them occurs in a column name. */
const DELIMITERS = [',', ';', '\t'] as const;

/** Reads users from NDJSON. Each line is a user in the format of the API. */
export async function* ndjsonUsers(chunks: AsyncIterable<Buffer>): AsyncGenerator<UserLine> {
  for await (const { number: line, text, fault } of linesOf(chunks)) {
    if (fault !== undefined) yield refused(line, fault);
    else if (text.trim() !== '') yield parsed(line, text);
  }
}

/** Options for reading a CSV file whose columns are not named like our fields. */
export interface CsvMapping {
  /** The name of the column for each of our fields. Columns that are not listed are ignored. */
  readonly columns?: ReadonlyMap<string, string>;
  /** The primary group of users for whom the file contains none. */
  readonly primaryGroup?: string | undefined;
}

/** Reads users from CSV. The first line names the fields; an empty cell is an omitted field; "|" separates groups. */
export async function* csvUsers(chunks: AsyncIterable<Buffer>, mapping: CsvMapping = {}): AsyncGenerator<UserLine> {
  const lines = linesOf(chunks);
  const header = await lines.next();
  if (header.done) return;
  const { delimiter, columns } = readHeader(header.value, mapping);
  for await (const record of csvRecords(lines, delimiter)) yield withGroup(userOf(record, columns), mapping);
}

function parsed(line: number, text: string): UserLine {
  try {
    return { line, user: JSON.parse(text) as unknown };
  } catch {
    return refused(line, 'Must be one JSON object.');
  }
}

function withGroup(line: UserLine, { primaryGroup }: CsvMapping): UserLine {
  if (primaryGroup === undefined || !('user' in line)) return line;
  return { ...line, user: { primaryGroup, ...(line.user as object) } };
}

function readHeader({ text, fault }: Line, mapping: CsvMapping): { delimiter: string; columns: string[] } {
  if (fault !== undefined) throw new BadHeader(`The first line cannot be read: ${fault}`);
  const delimiter = DELIMITERS.find((character) => text.includes(character)) ?? ',';
  const named = text.split(delimiter).map((name) => name.replace(/^"(.*)"$/, '$1').trim());
  const columns = mapping.columns ? mapped(named, mapping.columns) : named;
  const unknown = columns.find(
    (name) => name !== PASSED_OVER && !COLUMNS.some((known) => known === name) && !ATTRIBUTE.test(name),
  );
  if (unknown !== undefined) {
    throw new BadHeader(
      `The first line names "${unknown.slice(0, 40)}", which is no field; there are ${COLUMNS.join(', ')}, attributes.<name>.`,
    );
  }
  const missing = REQUIRED.find(
    (name) => !columns.includes(name) && !(name === 'primaryGroup' && mapping.primaryGroup !== undefined),
  );
  if (missing !== undefined) throw new BadHeader(`The first line does not name ${missing}, which every user needs.`);
  const twice = columns.find((name, index) => name !== PASSED_OVER && columns.indexOf(name) !== index);
  if (twice !== undefined) throw new BadHeader(`The first line names ${twice} twice.`);
  return { delimiter, columns };
}

const PASSED_OVER = '';

/** Replaces the column names of the file with our field names. */
function mapped(named: readonly string[], columns: ReadonlyMap<string, string>): string[] {
  const absent = [...columns.values()].find((name) => !named.includes(name));
  if (absent !== undefined) throw new BadHeader(`The first line does not name "${absent.slice(0, 40)}".`);
  const ours = new Map([...columns].map(([field, name]) => [name, field]));
  return named.map((name) => ours.get(name) ?? PASSED_OVER);
}

function userOf({ line, cells, fault }: CsvRecord, columns: readonly string[]): UserLine {
  if (fault !== undefined) return refused(line, fault);
  if (cells.length !== columns.length) {
    return refused(line, `Must have ${columns.length} cells, as the first line has, but has ${cells.length}.`);
  }
  const given = columns
    .map((name, index) => [name, cells[index] ?? ''] as const)
    .filter(([name, cell]) => cell !== '' && name !== PASSED_OVER);
  const fields = given.filter(([name]) => !ATTRIBUTE.test(name)).map(([name, cell]) => [name, valueOf(name, cell)]);
  const attributes = given.flatMap(
    ([name, cell]) =>
      ATTRIBUTE.exec(name)
        ?.slice(1, 2)
        .map((own) => [own, cell]) ?? [],
  );
  const user = Object.fromEntries(fields) as Record<string, unknown>;
  if (attributes.length > 0) user['attributes'] = Object.fromEntries(attributes) as Record<string, string>;
  return { line, user };
}

function valueOf(name: string, cell: string): string | string[] | boolean {
  if (name === SEVERAL) return cell.split('|').map((group) => group.trim());
  const truth = name === TRUTH ? TRUTHS.get(cell.toLowerCase()) : undefined;
  return truth ?? cell;
}

const refused = (line: number, detail: string): UserLine => ({ line, errors: [{ pointer: '', detail }] });

/** A line of the file, or the reason why it cannot be read. The first line has the number 1. */
export interface Line {
  readonly number: number;
  readonly text: string;
  readonly fault?: string;
}

const LONGEST = 64 * 1024;
const NEWLINE = 0x0a;

/** Splits a stream of any length into lines. Reads no further than the consumer requires. */
export async function* linesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<Line> {
  const unfinished = new UnfinishedLine();
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      unfinished.add(chunk.subarray(start, end));
      yield unfinished.finish();
      start = end + 1;
    }
    unfinished.add(chunk.subarray(start));
  }
  if (unfinished.length > 0) yield unfinished.finish();
}

class UnfinishedLine {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true });
  #parts: Buffer[] = [];
  #number = 0;
  length = 0;

  /** Adds a part of a line. Of a line that is too long, only the length is recorded. */
  add(part: Buffer): void {
    this.length += part.length;
    if (this.length <= LONGEST) this.#parts.push(part);
  }

  finish(): Line {
    const [parts, length] = [this.#parts, this.length];
    [this.#parts, this.length] = [[], 0];
    const number = ++this.#number;
    if (length > LONGEST) return { number, text: '', fault: `Must not be longer than ${LONGEST} bytes.` };
    try {
      return { number, text: this.#decoder.decode(Buffer.concat(parts)).replace(/\r$/, '') };
    } catch {
      return { number, text: '', fault: 'Must be UTF-8.' };
    }
  }
}

/** The cells of a CSV record, or the reason why it cannot be read. Quoted line breaks make a record span lines. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
  readonly fault?: string;
}

const UNREADABLE = 'Has a quote that is not closed, or that is not doubled within quotes.';
/** Maximum lines per record. A longer record must have a quote that was never closed. */
const MOST_LINES = 100;

/**
 * Reads the records of a CSV file (RFC 4180). Only the line with a misplaced quote is refused. Otherwise one missing
 * quote would swallow or shift everything that follows.
 */
export async function* csvRecords(lines: AsyncIterable<Line>, delimiter: string): AsyncGenerator<CsvRecord> {
  const waiting: Line[] = [];
  for await (const line of lines) {
    if (line.fault === undefined) waiting.push(line);
    yield* recordsIn(waiting, delimiter, line.fault !== undefined);
    if (line.fault !== undefined) yield { line: line.number, cells: [], fault: line.fault };
  }
  yield* recordsIn(waiting, delimiter, true);
}

/** Removes complete records from `waiting` and yields them. At the end of the file, yields the rest as unreadable. */
function* recordsIn(waiting: Line[], delimiter: string, isEnd: boolean): Generator<CsvRecord> {
  for (let first = waiting[0]; first; first = waiting[0]) {
    const size = linesOfRecord(waiting);
    if (size === undefined && !isEnd && waiting.length < MOST_LINES) return;
    const text = waiting.slice(0, size ?? 1).map((line) => line.text);
    const cells = size === undefined ? undefined : cellsOf(text.join('\n'), delimiter);
    waiting.splice(0, cells ? text.length : 1);
    if (!cells) yield { line: first.number, cells: [], fault: UNREADABLE };
    else if (cells.length > 0) yield { line: first.number, cells };
  }
}

/** Returns the number of lines in the first record. It ends with the line in which all quotes are closed. */
function linesOfRecord(lines: readonly Line[]): number | undefined {
  let quotes = 0;
  const last = lines.findIndex(({ text }) => (quotes += text.split('"').length - 1) % 2 === 0);
  return last < 0 ? undefined : last + 1;
}

/** Returns the cells of a record, none for a blank line, or undefined if a quote is misplaced. */
function cellsOf(record: string, delimiter: string): readonly string[] | undefined {
  if (record.trim() === '') return [];
  if (!record.includes('"')) return record.split(delimiter);
  try {
    return parse(record, { delimiter, relax_column_count: true })[0];
  } catch {
    return undefined;
  }
}
