import type { TestApplication } from './application.js';

/**
 * Lets callers meet at a lock: holds it with a session of its own, starts them, waits until all of them wait in the
 * database, and only then lets go. Who wins is chance; that they met is not.
 */
export async function meetAt<T>(
  { database }: TestApplication,
  lock: { readonly sql: string; readonly params?: readonly unknown[] },
  callers: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const holder = await database.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(lock.sql, [...(lock.params ?? [])]);
    const answers = Promise.all(callers.map((call) => call()));
    answers.catch(() => undefined); // it is awaited below, once the lock is let go
    for (let waiting = 0; waiting < callers.length;) {
      await holder.query('SELECT pg_stat_clear_snapshot()'); // else sessions that are opened from now on are never seen
      const { rows } = await holder.query<{ n: number }>(
        `SELECT count(*)::int AS n FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()`,
      );
      waiting = rows[0]?.n ?? 0;
    }
    await holder.query('COMMIT');
    return await answers;
  } finally {
    await holder.end();
  }
}
