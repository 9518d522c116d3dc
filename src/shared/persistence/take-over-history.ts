import type { DataSource } from 'typeorm';
import { HISTORY_BEFORE_BASELINE } from './migrations/history-before-baseline.js';

/**
 * Thrown if the database is older than the baseline migrations, and lacks some of the migrations that these replaced.
 */
export class HistoryIncomplete extends Error {
  constructor() {
    super(
      'This database lacks migrations from before release 1.0: start commit 1e22a9e2 of Countersign on it once, then this ' +
        'release again.',
    );
  }
}

/**
 * Records the baseline migrations as applied in a database that has all earlier migrations, because both create the
 * same schema. The earlier names stay recorded, so that an earlier release still finds all of its migrations applied.
 * The caller must hold the migration lock.
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
