import { randomUUID } from 'node:crypto';
import type { Sql } from '../../persistence/index.js';

export interface OthersUsage {
  /** Consumed since the last call. */
  readonly consumed: ReadonlyMap<string, number>;
  /** Whether there is any other process that shows itself. */
  readonly areThere: boolean;
}

/** Publishes what was consumed in this process, and returns what other processes have consumed. */
export abstract class UsageExchange {
  /** `shows`: the others learn that this process is there, though it may have consumed nothing. */
  abstract exchange(mine: ReadonlyMap<string, number>, shows: boolean): Promise<OthersUsage>;
}

/**
 * Rows older than this are no longer read, and are deleted some time later. A new process counts what the others
 * consumed within this time.
 */
const READ = `
  SELECT id, CASE WHEN id = ANY ($2::uuid[]) THEN NULL ELSE consumed END AS consumed
  FROM shared.rate_usage
  WHERE process <> $1 AND at > now() - interval '10 seconds'`;

/** SKIP LOCKED: processes that delete at the same moment do not wait for each other. */
const TELL_AND_READ = `
  WITH told AS (
    INSERT INTO shared.rate_usage (process, consumed) VALUES ($1, $3::json)
  ), swept AS (
    DELETE FROM shared.rate_usage WHERE id IN (
      SELECT id FROM shared.rate_usage WHERE at < now() - interval '20 seconds' FOR UPDATE SKIP LOCKED
    )
  ) ${READ}`;

interface UsageRow {
  readonly id: string;
  /** Null when this row was already counted. */
  readonly consumed: unknown;
}

/**
 * The exchange over one small unlogged table: a row holds everything that one process consumed in a second. Rows are
 * remembered by id, not by order: a lower sequence number can become visible after a higher one was read.
 */
export class PostgresUsage extends UsageExchange {
  private readonly process = randomUUID();
  private counted: readonly string[] = [];

  constructor(private readonly sql: Sql) {
    super();
  }

  async exchange(mine: ReadonlyMap<string, number>, shows: boolean): Promise<OthersUsage> {
    const known = [this.process, this.counted];
    const rows =
      mine.size > 0 || shows
        ? await this.sql.rows<UsageRow>(TELL_AND_READ, [...known, JSON.stringify([...mine])])
        : await this.sql.rows<UsageRow>(READ, known);
    this.counted = rows.map(({ id }) => id);
    const usages = rows.flatMap(({ consumed }) => (Array.isArray(consumed) ? consumed.filter(isUsage) : []));
    return { consumed: sum(usages), areThere: rows.length > 0 };
  }
}

type Usage = readonly [key: string, amount: number];

const isUsage = (item: unknown): item is Usage =>
  Array.isArray(item) && typeof item[0] === 'string' && typeof item[1] === 'number';

function sum(usages: readonly Usage[]): Map<string, number> {
  const totals = new Map<string, number>();
  for (const [key, amount] of usages) totals.set(key, (totals.get(key) ?? 0) + amount);
  return totals;
}
