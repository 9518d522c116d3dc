import { AsyncLocalStorage } from 'node:async_hooks';
import { Readable } from 'node:stream';
import { Injectable, Logger, StreamableFile } from '@nestjs/common';
import { KernelErrors, later, type Tenant } from '../../kernel/index.js';
import { demandReason } from '../reason-header.js';
import { type Columns, type ExportFormat, exportTypes, writerOf } from './export-format.js';
import type { AskedExport } from './exported.decorator.js';

export interface ExportPage<Position> {
  readonly rows: readonly object[];
  /** Where the next page begins; `undefined` on the last one. */
  readonly end: Position | undefined;
}

/** The details of an export in the audit log. */
export type NotedExport =
  { readonly format: ExportFormat } | { readonly format: ExportFormat; readonly reason: string };

export interface ExportedList<Position> {
  readonly tenant: Tenant;
  readonly asked: AskedExport;
  /** The name of the file, without its ending. */
  readonly name: string;
  readonly columns: Columns;
  readonly after: Position | undefined;
  readonly read: (rows: number, after: Position | undefined) => Promise<ExportPage<Position>>;
  /** Operators say why. */
  readonly byOperator: boolean;
  /** Beyond so many rows it is refused before anything is sent. */
  readonly refuse?: { readonly beyond: number; readonly as: () => Error } | undefined;
  /** Tells the audit log, before the first byte. */
  readonly note: (asked: NotedExport) => Promise<void>;
}

const MOST_EXPORTED = 100_000;
const ROWS_A_READ = 500;
const MOST_AT_ONCE = 8;
const MOST_OF_ENTERPRISE = 2;
const RETRY_AFTER_SECONDS = 10;
const LONGEST_MS = 15 * 60_000;
/** A reader that takes nothing for so long is cut off. */
const PATIENCE_MS = 60_000;

/**
 * Writes whole lists as files, page by page. Between two pages nothing is held: no row, and no connection to the database.
 * A reader that is slow only waits longer, until its time is up.
 */
@Injectable()
export class ListExports {
  readonly #log = new Logger(ListExports.name);
  readonly #running = new Map<string, number>();

  async file<Position>(list: ExportedList<Position>): Promise<StreamableFile> {
    const { asked, byOperator, note, read, after } = list;
    const reason = byOperator || asked.reason !== undefined ? demandReason(asked.reason) : undefined;
    const leave = this.#enter(list.tenant.enterpriseId);
    try {
      await demandFew(list);
      const first = await read(ROWS_A_READ, after);
      await note({ format: asked.format, ...(reason !== undefined && { reason }) });
      return this.#fileOf(list, first, leave);
    } catch (error) {
      leave();
      throw error;
    }
  }

  #fileOf<Position>(list: ExportedList<Position>, first: ExportPage<Position>, leave: () => void): StreamableFile {
    const { format } = list.asked;
    const idle = new Idle(() => stream.destroy(new Error('Nobody reads it')));
    const stream = Readable.from(linesOf(list, first, idle), { objectMode: false });
    idle.begin();
    stream.once('close', () => {
      idle.end();
      leave();
    });
    const disposition = `attachment; filename="${list.name}.${format}"`;
    const file = new StreamableFile(stream, { type: `${exportTypes[format]}; charset=utf-8`, disposition });
    // Nest would answer 400 where nothing was sent yet, as if the caller were at fault.
    return file.setErrorHandler((error, response) => {
      this.#log.warn({ err: error }, 'An export was cut off');
      response.destroy?.();
    });
  }

  #enter(enterpriseId: string): () => void {
    const own = this.#running.get(enterpriseId) ?? 0;
    const all = [...this.#running.values()].reduce((sum, count) => sum + count, 0);
    if (own >= MOST_OF_ENTERPRISE || all >= MOST_AT_ONCE) {
      throw KernelErrors.tooManyRequests('Another export is under way', { retryAfterSeconds: RETRY_AFTER_SECONDS });
    }
    this.#running.set(enterpriseId, own + 1);
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      const left = (this.#running.get(enterpriseId) ?? 1) - 1;
      if (left > 0) this.#running.set(enterpriseId, left);
      else this.#running.delete(enterpriseId);
    };
  }
}

/** Counts as far as it must: the first page alone tells nothing. */
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

/** One piece of text a page. Rows that came in since they were counted do not make it longer than is allowed. */
async function* linesOf<Position>(
  list: ExportedList<Position>,
  first: ExportPage<Position>,
  idle: Idle,
): AsyncGenerator<string> {
  const read = AsyncLocalStorage.bind(list.read); // whoever takes the text pulls, outside of the request
  const { head, write } = writerOf(list.asked.format, list.columns);
  const end = Date.now() + LONGEST_MS;
  let left = list.refuse?.beyond ?? MOST_EXPORTED;
  let page = first;
  if (head !== '') yield head;
  for (;;) {
    const rows = page.rows.slice(0, left);
    left -= rows.length;
    idle.begin();
    if (rows.length > 0) yield rows.map(write).join('');
    if (page.end === undefined || left <= 0) return;
    if (Date.now() > end) throw new Error('It has taken too long');
    idle.end();
    page = await read(Math.min(ROWS_A_READ, left), page.end);
  }
}

/** Runs while the reader has something to take. */
class Idle {
  #timer: NodeJS.Timeout | undefined;

  constructor(private readonly cutOff: () => void) {}

  begin(): void {
    this.end();
    this.#timer = later(this.cutOff, PATIENCE_MS);
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}
