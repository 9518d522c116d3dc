import type { Database } from '../../persistence/database.js';

/** Deletes old rows in batches, so that no statement holds many locks for long. `sql` takes the size of a batch, and then these. */
export async function purge(db: Database, sql: string, signal: AbortSignal, ...params: string[]): Promise<void> {
  let deleted = BATCH;
  while (deleted === BATCH && !signal.aborted) deleted = (await db.rows(sql, [BATCH, ...params])).length;
}

const BATCH = 1_000;
