import { Injectable, type StreamableFile } from '@nestjs/common';
import type { Tenant } from '../../kernel/index.js';
import { demandReason } from '../reason-header.js';
import { type Columns, type ExportFormat, exportTypes, writerOf } from './export-format.js';
import { ExportPlaces, exportStream } from './export-stream.js';
import type { AskedExport } from './exported.decorator.js';

export interface ExportPage<Position> {
  readonly rows: readonly object[];
  /** The position from which the next page continues; `undefined` on the last page. */
  readonly end: Position | undefined;
}

/** The details of an export that the audit log records. */
export type NotedExport =
  | { readonly format: ExportFormat }
  | { readonly format: ExportFormat; readonly reason: string };

export interface ExportedList<Position> {
  readonly tenant: Tenant;
  readonly asked: AskedExport;
  /** The file name without its extension. */
  readonly name: string;
  readonly columns: Columns;
  readonly after: Position | undefined;
  readonly read: (rows: number, after: Position | undefined) => Promise<ExportPage<Position>>;
  /** Whether the caller is an operator. Operators must give a reason. */
  readonly byOperator: boolean;
  /**
   * If the list has more than `beyond` rows, the export is refused with the error that `as` creates, before any data is
   * sent.
   */
  readonly refuse?: { readonly beyond: number; readonly as: () => Error } | undefined;
  /** Records the export in the audit log. Called before the first byte is sent. */
  readonly note: (asked: NotedExport) => Promise<void>;
}

const MOST_EXPORTED = 100_000;
const ROWS_A_READ = 500;
const MOST_AT_ONCE = 8;
const MOST_OF_ENTERPRISE = 2;

/**
 * Writes whole lists as files, page by page. Between pages, it keeps neither rows in memory nor a database connection.
 */
@Injectable()
export class ListExports {
  readonly #places = new ExportPlaces(MOST_OF_ENTERPRISE, MOST_AT_ONCE);

  async file<Position>(list: ExportedList<Position>): Promise<StreamableFile> {
    const { asked, byOperator, note, read, after } = list;
    const reason = byOperator || asked.reason !== undefined ? demandReason(asked.reason) : undefined;
    const leave = this.#places.enter(list.tenant.enterpriseId);
    try {
      await demandFew(list);
      const first = await read(ROWS_A_READ, after);
      await note({ format: asked.format, ...(reason !== undefined && { reason }) });
      const disposition = `attachment; filename="${list.name}.${asked.format}"`;
      const type = `${exportTypes[asked.format]}; charset=utf-8`;
      return exportStream(linesOf(list, first), { type, disposition }, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }
}

/** Throws if the list has more rows than allowed. Counts them page by page and stops at the limit. */
async function demandFew<Position>({ refuse, read, after }: ExportedList<Position>): Promise<void> {
  if (!refuse) return;
  let position = after;
  let count = 0;
  do {
    const { rows, end } = await read(ROWS_A_READ, position);
    count += rows.length;
    if (count > refuse.beyond) throw refuse.as();
    position = end;
  } while (position !== undefined);
}

/**
 * Yields the text of the list, one page at a time, and never more rows than allowed, even if rows were added after they
 * were counted.
 */
async function* linesOf<Position>(list: ExportedList<Position>, first: ExportPage<Position>): AsyncGenerator<string> {
  const { head, write } = writerOf(list.asked.format, list.columns);
  let left = list.refuse?.beyond ?? MOST_EXPORTED;
  let page = first;
  if (head !== '') yield head;
  for (;;) {
    const rows = page.rows.slice(0, left);
    left -= rows.length;
    if (rows.length > 0) yield rows.map(write).join('');
    if (page.end === undefined || left <= 0) return;
    page = await list.read(Math.min(ROWS_A_READ, left), page.end);
  }
}
