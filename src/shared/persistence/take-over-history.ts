import type { DataSource } from 'typeorm';
import { HISTORY_BEFORE_BASELINE } from './migrations/history-before-baseline.js';

/** The database was made before the baselines, and lacks migrations of that time. */
export class HistoryIncomplete extends Error {
  constructor() {
    super(
      'This database lacks migrations from before release 1.0: start commit 1e22a9e2 of Countersign on it once, then this ' +
        'release again.',
    );
  }
}

/**
 * The baselines make of an empty database what all migrations before them made. A database that has those gets the
 * baselines recorded as applied, and keeps the old names, by which an earlier release finds all of its own applied. Call it
 * under the lock of migrations.
 */
export async function takeOverHistory(db: DataSource): Promise<void> {
  const applied = await appliedNames(db);
  const earlier = HISTORY_BEFORE_BASELINE.filter((name) => applied.has(name));
  if (earlier.length === 0) return;
  if (earlier.length < HISTORY_BEFORE_BASELINE.length) throw new HistoryIncomplete();
  const names = db.migrations.map(({ constructor }) => constructor.name);
  const missing = names.filter((name) => BASELINE.test(name) && !applied.has(name));
  await db.query(
    'INSERT INTO schema_migrations (timestamp, name) SELECT right(name, 13)::bigint, name FROM unnest($1::text[]) AS name',
    [missing],
  );
}

const BASELINE = /Baseline\d{13}$/;

async function appliedNames(db: DataSource): Promise<ReadonlySet<string>> {
  const [found] = await db.query<{ made: boolean }[]>(`SELECT to_regclass('schema_migrations') IS NOT NULL AS made`);
  if (!found?.made) return new Set();
  const rows = await db.query<{ name: string }[]>('SELECT name FROM schema_migrations');
  return new Set(rows.map(({ name }) => name));
}
