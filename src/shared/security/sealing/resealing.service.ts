import { Injectable, Logger } from '@nestjs/common';
import { nameOfColumn, type SealedColumn, sealedColumns } from '../../kernel/index.js';
import { Database, type JobRequest } from '../../persistence/index.js';
import { keyIdInSql, prefixOf, Sealer, NotSealed, SealBroken, UnknownSealingKey } from './sealer.js';
import { HandlesJob, JobHandler, type JobRun } from '../../jobs/index.js';

/** How many values of a column are encrypted with one key. */
export interface KeyUse {
  readonly column: string;
  readonly keyId: string;
  readonly values: number;
}

export interface ResealReport {
  readonly looked: number;
  readonly resealed: number;
  /** How many values were left unchanged because they cannot be decrypted, by reason. */
  readonly unreadable: ReadonlyMap<string, number>;
}

interface Progress {
  readonly signal?: AbortSignal;
  readonly onProgress?: (looked: number, resealed: number) => void;
}

interface StaleValue {
  readonly key: RowKey;
  readonly sealed: Buffer | null;
}
type RowKey = string | boolean | Buffer;

/**
 * The number of rows that one statement reads: few enough to stay within any time limit. No row stays locked between
 * two statements.
 */
const WINDOW = 1_000;
const AT_ONCE = 4;

/**
 * Re-encrypts values that were encrypted with older keys. It may run in several processes at once, and may be
 * interrupted and repeated. A value that is changed in the meantime is skipped.
 */
@Injectable()
export class Resealing {
  constructor(
    private readonly db: Database,
    private readonly sealer: Sealer,
  ) {}

  /** Returns how many values are encrypted with each key, by column. */
  async keysInUse(): Promise<KeyUse[]> {
    const uses: KeyUse[] = [];
    for (const column of sealedColumns()) {
      const values = new Map<string, number>();
      for await (const rows of this.#windows<{ key: RowKey; keyId: string }>(
        column,
        `${keyIdInSql(column.column)} AS "keyId"`,
      )) {
        for (const { keyId } of rows) values.set(keyId, (values.get(keyId) ?? 0) + 1);
      }
      for (const [keyId, count] of values) uses.push({ column: nameOfColumn(column), keyId, values: count });
    }
    return uses;
  }

  async reseal(column: SealedColumn, { signal, onProgress }: Progress = {}): Promise<ResealReport> {
    let [looked, resealed] = [0, 0];
    const unreadable = new Map<string, number>();
    for await (const rows of this.#windows<StaleValue>(column, STALE(column), [prefixOf(this.sealer.activeKey)])) {
      const reasons = await inGroups(rows, AT_ONCE, (row) => this.#resealOne(column, row));
      for (const reason of reasons) if (reason !== undefined) unreadable.set(reason, (unreadable.get(reason) ?? 0) + 1);
      looked += rows.length;
      resealed += rows.filter(({ sealed }, index) => sealed !== null && reasons[index] === undefined).length;
      onProgress?.(looked, resealed);
      if (signal?.aborted) break;
    }
    return { looked, resealed, unreadable };
  }

  /** Re-encrypts a value with the active key. Returns the reason if the value cannot be decrypted. */
  async #resealOne(column: SealedColumn, { key, sealed }: StaleValue): Promise<string | undefined> {
    if (sealed === null) return undefined;
    const context = column.contextOf(textOf(key));
    try {
      await this.db.rows(REPLACE(column), [key, sealed, this.sealer.reseal(sealed, context)]);
      return undefined;
    } catch (error) {
      if (error instanceof UnknownSealingKey) return `the key ${error.keyId} is not in ENCRYPTION_KEYS`;
      if (error instanceof NotSealed || error instanceof SealBroken) return 'altered, or sealed for another place';
      throw error;
    }
  }

  /** Yields all rows with a value in the column, in batches, ordered by key. */
  async *#windows<R extends { readonly key: RowKey }>(
    column: SealedColumn,
    what: string,
    params: readonly unknown[] = [],
  ): AsyncGenerator<R[]> {
    let rows = await this.db.rows<R>(FIRST(column, what), params);
    while (rows.length > 0) {
      yield rows;
      const last = rows.at(-1)?.key;
      rows = rows.length < WINDOW ? [] : await this.db.rows<R>(NEXT(column, what, params.length), [...params, last]);
    }
  }
}

const textOf = (key: RowKey): string => (Buffer.isBuffer(key) ? key.toString('base64url') : String(key));

async function inGroups<T, R>(items: readonly T[], size: number, work: (item: T) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  for (let at = 0; at < items.length; at += size) {
    results.push(...(await Promise.all(items.slice(at, at + size).map(work))));
  }
  return results;
}

const STALE = ({ column }: SealedColumn): string =>
  `CASE WHEN substring(${column} FOR length($1::bytea)) <> $1::bytea THEN ${column} END AS sealed`;

const windowOf = ({ table, column, key }: SealedColumn, what: string, after: string): string =>
  `SELECT ${key} AS key, ${what} FROM ${table} WHERE ${column} IS NOT NULL ${after} ORDER BY ${key} LIMIT ${WINDOW}`;

const FIRST = (column: SealedColumn, what: string): string => windowOf(column, what, '');
const NEXT = (column: SealedColumn, what: string, params: number): string =>
  windowOf(column, what, `AND ${column.key} > $${params + 1}`);

const REPLACE = ({ table, column, key }: SealedColumn): string =>
  `UPDATE ${table} SET ${column} = $3 WHERE ${key} = $1 AND ${column} = $2`;

const KIND = 'shared/reseal';
/**
 * About one attempt a minute for an hour. An attempt fails in a process that has not been restarted yet with the new
 * order of keys. Another process may get the next attempt.
 */
const EACH_MINUTE_OF_AN_HOUR = Array<number>(60).fill(60);
const LOG_EVERY_MS = 30_000;

type Payload = { readonly column: string; readonly keyId: string };

/** Creates one job for each encrypted column, so that several processes can work at the same time. */
export const resealJobs = (keyId: string): JobRequest[] =>
  sealedColumns().map((column) => {
    const name = nameOfColumn(column);
    return { kind: KIND, payload: { column: name, keyId }, dedupeKey: name };
  });

/** Re-encrypts one column with the requested key. */
@Injectable()
@HandlesJob(KIND, { concurrency: 1, waitSeconds: EACH_MINUTE_OF_AN_HOUR })
export class ResealColumn extends JobHandler<Payload> {
  readonly #log = new Logger(ResealColumn.name);

  constructor(
    private readonly resealing: Resealing,
    private readonly sealer: Sealer,
  ) {
    super();
  }

  async perform({ column: name, keyId }: Payload, { signal }: JobRun): Promise<void> {
    const column = sealedColumns().find((known) => nameOfColumn(known) === name);
    if (!column) throw new Error(`This process knows no sealed column ${name}`);
    // With the old order of keys, this process would use the old key again. Another process may get the next attempt.
    if (this.sealer.activeKey !== keyId) throw new Error(`This process seals with another key than ${keyId}`);
    const report = await this.resealing.reseal(column, { signal, onProgress: this.#progress(name) });
    if (signal.aborted) throw new Error('Broken off; the next try goes on with what is left');
    this.#log.log({ column: name, resealed: report.resealed }, 'A column was sealed again');
    for (const [reason, values] of report.unreadable) {
      this.#log.error({ column: name, reason, values }, 'Values could not be sealed again');
    }
  }

  #progress(column: string): (looked: number, resealed: number) => void {
    let next = performance.now() + LOG_EVERY_MS;
    return (looked, resealed) => {
      if (performance.now() < next) return;
      next = performance.now() + LOG_EVERY_MS;
      this.#log.log({ column, looked, resealed }, 'A column is being sealed again');
    };
  }
}
