import { randomUUID } from 'node:crypto';
import type { Sql } from '../../persistence/index.js';

export interface OthersUsage {
  /** The tokens that other processes have taken and this process has not counted yet, by rate-limit key. */
  readonly consumed: ReadonlyMap<string, number>;
  /** Whether any other process has written a row in the last few seconds. */
  readonly areThere: boolean;
}

/** Exchanges counts of taken tokens between processes, so that all of them apply the same rate limits. */
export abstract class UsageExchange {
  /**
   * Publishes this process's counts, and returns those of the others. With `shows`, this process also publishes a row
   * if it has no counts, so that the others know that it is running.
   */
  abstract exchange(mine: ReadonlyMap<string, number>, shows: boolean): Promise<OthersUsage>;
}

/**
 * Reads the rows of the last 10 seconds, so that a new process also counts the tokens that the others took just before
 * it started. Older rows are deleted later.
 */
const READ = `
  SELECT id, CASE WHEN id = ANY ($2::uuid[]) THEN NULL ELSE consumed END AS consumed
  FROM shared.rate_usage
  WHERE process <> $1 AND at > now() - interval '10 seconds'`;

/**
 * Writes the row of this process, deletes old rows, and reads the rows of the others. Because of SKIP LOCKED, processes
 * that delete old rows at the same time do not wait for each other.
 */
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
  /** The counts in the row, or null if this process has already added them. */
  readonly consumed: unknown;
}

/**
 * Exchanges counts of taken tokens through a small unlogged table. A row contains all tokens that one process has taken
 * since its previous exchange. A process recognises rows that it has already counted by their ids. A sequence number
 * could not replace this, because a lower number can become visible after a higher one.
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
