import { DataSource, type DataSourceOptions } from 'typeorm';
import { advisoryLocks } from './advisory-locks.js';
import { takeOverHistory } from './take-over-history.js';

/**
 * Applies missing migrations and returns their names. If several processes start at once, one applies them and the
 * others wait.
 */
export async function migrate(options: DataSourceOptions): Promise<string[]> {
  return withDataSource(options, async (db) => {
    const lock = db.createQueryRunner();
    await lock.query('SELECT pg_advisory_lock($1)', [advisoryLocks.migrations]);
    try {
      await takeOverHistory(db);
      return (await db.runMigrations()).map(({ name }) => name);
    } finally {
      await lock.query('SELECT pg_advisory_unlock($1)', [advisoryLocks.migrations]);
      await lock.release();
    }
  });
}

export const pendingMigrations = (options: DataSourceOptions): Promise<boolean> =>
  withDataSource(options, (db) => db.showMigrations());

async function withDataSource<T>(options: DataSourceOptions, work: (db: DataSource) => Promise<T>): Promise<T> {
  const db = await new DataSource(options).initialize();
  try {
    return await work(db);
  } finally {
    await db.destroy();
  }
}
