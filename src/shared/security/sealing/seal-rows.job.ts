import { Injectable } from '@nestjs/common';
import type { EntityMetadata, ObjectLiteral } from 'typeorm';
import { Clock, ROW_SEAL, type SealedRow, sealedRows } from '../../kernel/index.js';
import { JobHandler, type JobRun, Recurring } from '../../jobs/index.js';
import { Database, RowSeals, type Tx, UnitOfWork } from '../../persistence/index.js';
import { SealedRows, type SealStart, STARTS } from './sealed-rows.service.js';

const TOGETHER = 200;

/**
 * Adds seals (keyed hashes) to rows that have none: those from before seals were introduced, and those written by
 * processes of the previous release. Once that release can no longer be running and no such row is left, the table is
 * marked as closed. From then on, this job adds no more seals to rows of that table.
 */
@Injectable()
@Recurring('shared/seal-rows', { everySeconds: 600 })
export class SealRows extends JobHandler {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly seals: RowSeals,
    private readonly rows: SealedRows,
    private readonly clock: Clock,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const open = await this.db.rows<SealStart & Record<string, unknown>>(`${STARTS} WHERE closed IS NULL`);
    for (const [entity, sealed] of sealedRows()) {
      const start = open.find(({ table }) => table === sealed.table);
      if (start) await this.#sealAll(this.db.dataSource.getMetadata(entity as never), sealed, start, signal);
    }
  }

  async #sealAll(metadata: EntityMetadata, sealed: SealedRow, start: SealStart, signal: AbortSignal): Promise<void> {
    if (!sealed.oldStayUnsealed) {
      for (let done = TOGETHER; done === TOGETHER;) {
        if (signal.aborted) return;
        done = await this.uow.run((tx) => this.#sealSome(tx, metadata));
      }
    }
    if (this.clock.now() >= start.since) await this.uow.run((tx) => this.#close(tx, sealed, start.since));
  }

  async #sealSome(tx: Tx, metadata: EntityMetadata): Promise<number> {
    const rows = await tx.manager
      .createQueryBuilder(metadata.target, 'row')
      .where(`row.${ROW_SEAL.property} IS NULL`)
      .limit(TOGETHER)
      .setLock('pessimistic_write')
      .getMany();
    for (const row of rows) await this.#sealOne(tx, metadata, row);
    return rows.length;
  }

  async #sealOne(tx: Tx, metadata: EntityMetadata, row: ObjectLiteral): Promise<void> {
    this.seals.seal(metadata, row);
    const key = metadata.getEntityIdMap(row) as ObjectLiteral;
    await tx.manager.update(metadata.target, key, { [ROW_SEAL.property]: row[ROW_SEAL.property] as string });
  }

  /**
   * Marks a table as closed and writes one audit entry. A second entry for the same table means that somebody has
   * removed the mark in the database.
   */
  async #close(tx: Tx, { table, oldStayUnsealed }: SealedRow, since: Date): Promise<void> {
    const allSealed = oldStayUnsealed ? '' : `AND NOT EXISTS (SELECT FROM ${table} WHERE ${ROW_SEAL.column} IS NULL)`;
    const closed = await tx.rows(`${CLOSE} ${allSealed} RETURNING 1`, [table, this.rows.closingOf(table, since)]);
    if (closed.length === 0) return;
    tx.pending.audit.push({ kind: 'security.rows-sealed', details: { table, since: since.toISOString() } });
  }
}

const CLOSE = 'UPDATE shared.row_seal_start SET closed = $2 WHERE table_name = $1 AND closed IS NULL';
