import { Injectable, Logger } from '@nestjs/common';
import { Counter } from 'prom-client';
import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { type SealedRow, sealedRowOf, type WithRowSeal } from '../../kernel/index.js';
import { MetricsRegistry } from '../../observability/index.js';
import { Database, RowSeals } from '../../persistence/index.js';
import { BlindIndex } from './blind-index.js';

/**
 * Maximum number of altered rows that are remembered as logged, so that reading such a row repeatedly does not fill the
 * log.
 */
const MOST = 10_000;
const CLOSED = 'shared/row-seals-closed';

/** A row of `shared.row_seal_start`, which records the time from which all rows of a table must have a seal. */
export interface SealStart {
  readonly table: string;
  /**
   * The time from which rows must have a seal. If the table had rows before, it is a day after the migration, because
   * processes of the previous release may run until then. Otherwise it is in the past.
   */
  readonly since: Date;
  /**
   * A keyed hash of `table` and `since`, stored once every row has a seal. From then on, a row without a seal was not
   * written by this service.
   */
  readonly closed: string | null;
}

export const STARTS = 'SELECT table_name AS "table", since, closed FROM shared.row_seal_start';

/** Checks the seal of a row, a keyed hash, which shows whether the row is still as the service wrote it. */
@Injectable()
export class SealedRows {
  readonly #log = new Logger(SealedRows.name);
  readonly #found: Counter<'table'>;
  readonly #named = new Set<string>();

  constructor(
    private readonly db: Database,
    private readonly seals: RowSeals,
    private readonly index: BlindIndex,
    registry: MetricsRegistry,
  ) {
    seals.openWith(index);
    this.#found = new Counter({
      name: 'countersign_altered_rows_total',
      help: 'Looks at rows that somebody has altered in the database, by table. More than 0 is an attack.',
      labelNames: ['table'],
      registers: [registry],
    });
  }

  /**
   * Sets the seal (keyed hash) of a row that the caller writes with a separate SQL statement. Rows that `Tx` writes get
   * their seals automatically.
   */
  seal<Row extends ObjectLiteral & WithRowSeal>(row: Row): Row {
    this.seals.seal(this.db.dataSource.getMetadata(row.constructor), row);
    return row;
  }

  /**
   * Whether the seal (keyed hash) of a row is valid. A metric counts each check that fails, but each altered row is
   * logged only once.
   */
  async holds(row: ObjectLiteral & WithRowSeal): Promise<boolean> {
    const metadata = this.db.dataSource.getMetadata(row.constructor);
    const sealed = sealedRowOf(row.constructor);
    if (!sealed) throw new Error(`${metadata.name} has no seal`);
    const holds =
      row.rowSeal === null ? await this.#mayBeUnsealed(sealed, row) : this.seals.matches(metadata, row, row.rowSeal);
    if (!holds) this.#tell(sealed.table, keyOf(metadata, row));
    return holds;
  }

  /** Computes the value of `closed` for a table. */
  closingOf(table: string, since: Date): string {
    return this.index.hash(JSON.stringify([table, since.getTime()]), CLOSED);
  }

  async #mayBeUnsealed({ table, oldStayUnsealed }: SealedRow, row: ObjectLiteral): Promise<boolean> {
    const since = await this.#closedSince(table);
    if (since === undefined) return true;
    return oldStayUnsealed && row['createdAt'] instanceof Date && row['createdAt'] < since;
  }

  /**
   * Returns the time from which the rows of a table must have a seal (keyed hash). While the table is not closed,
   * returns undefined, because any row may lack a seal. If the table has no entry, or if somebody has altered `closed`,
   * returns 1970: no row may lack a seal.
   */
  async #closedSince(table: string): Promise<Date | undefined> {
    const start = await this.db.one<SealStart>(`${STARTS} WHERE table_name = $1`, [table]);
    if (start?.closed === null) return undefined;
    return start && start.closed === this.closingOf(table, start.since) ? start.since : new Date(0);
  }

  #tell(table: string, key: string): void {
    this.#found.inc({ table });
    const name = `${table} ${key}`;
    if (this.#named.has(name)) return;
    if (this.#named.size >= MOST) this.#named.clear();
    this.#named.add(name);
    this.#log.error({ table, key }, 'A row was altered in the database: it is not used');
  }
}

const keyOf = (metadata: EntityMetadata, row: ObjectLiteral): string =>
  metadata.primaryColumns.map((column) => String(column.getEntityValue(row))).join(' ');
