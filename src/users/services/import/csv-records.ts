import { parse } from 'csv-parse/sync';
import type { Line } from './lines.js';

/** One record: its cells, or why there are none. Where a quoted cell does, it goes over several lines. */
export interface CsvRecord {
  readonly line: number;
  readonly cells: readonly string[];
  readonly fault?: string;
}

const UNREADABLE = 'Has a quote that is not closed, or that is not doubled within quotes.';
/** What goes on for longer is a quote that somebody has forgotten to close. */
const MOST_LINES = 100;

/**
 * The records of a CSV file (RFC 4180). A line that is wrongly quoted costs itself and no other: otherwise one forgotten
 * quote would swallow or shift all that follows.
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

/** Takes off what is complete; when nothing more belongs to it, also what will never be. */
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

/** After how many lines every quote is closed. */
function linesOfRecord(lines: readonly Line[]): number | undefined {
  let quotes = 0;
  const last = lines.findIndex(({ text }) => (quotes += text.split('"').length - 1) % 2 === 0);
  return last < 0 ? undefined : last + 1;
}

/** The parser is for what is quoted: the rest is as easily split. None at all for a blank line. */
function cellsOf(record: string, delimiter: string): readonly string[] | undefined {
  if (record.trim() === '') return [];
  if (!record.includes('"')) return record.split(delimiter);
  try {
    return parse(record, { delimiter, relax_column_count: true })[0];
  } catch {
    return undefined;
  }
}
