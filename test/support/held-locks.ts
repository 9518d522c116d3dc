import { setTimeout as sleep } from 'node:timers/promises';
import type { TestApplication } from './application.js';
import type { TestDatabase } from './database.js';

/**
 * Fires all of `race` while the rows that `sql` locks are held, waits until PostgreSQL shows every one of them waiting,
 * and lets go: they meet at the lock for certain, and not by luck. Whoever ends without waiting is waited for no longer.
 */
export async function meetAtLock<T>(
  database: TestDatabase,
  sql: string,
  params: readonly unknown[],
  race: readonly (() => Promise<T>)[],
): Promise<PromiseSettledResult<T>[]> {
  const holder = await database.connect();
  try {
    await holder.query('BEGIN');
    await holder.query(sql, [...params]);
    let ended = 0;
    const running = Promise.allSettled(race.map((one) => one().finally(() => ended++)));
    while ((await waiting(holder)) + ended < race.length) await sleep(5);
    await holder.query('COMMIT');
    return await running;
  } finally {
    await holder.end();
  }
}

/** The same for callers who are all answered: one that is rejected is a broken test. */
export async function meetAt<T>(
  { database }: TestApplication,
  lock: { readonly sql: string; readonly params?: readonly unknown[] },
  callers: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const met = await meetAtLock(database, lock.sql, lock.params ?? [], callers);
  return met.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

/** A transaction sees the sessions that there were when it first looked: those that came later must be looked for anew. */
export async function waiting(holder: Awaited<ReturnType<TestDatabase['connect']>>): Promise<number> {
  await holder.query('SELECT pg_stat_clear_snapshot()');
  const { rows } = await holder.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  );
  return rows[0]?.count ?? 0;
}
