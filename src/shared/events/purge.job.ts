import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/index.js';
import { JobHandler, type JobRun, Recurring } from '../jobs/index.js';
import { SIGNALS_KEPT_MS } from './signals/postgres-signals.js';

/**
 * Deletes old rows in batches, so that no statement holds many locks for long. The first parameter of `sql` is the size
 * of a batch; `params` follow.
 */
export async function purge(db: Database, sql: string, signal: AbortSignal, ...params: string[]): Promise<void> {
  let deleted = BATCH;
  while (deleted === BATCH && !signal.aborted) deleted = (await db.rows(sql, [BATCH, ...params])).length;
}

const BATCH = 1_000;

/** Deletes the records of which handler has seen which event, long after the event could come again. */
@Injectable()
@Recurring('shared/purge-inbox', { everySeconds: 3_600 })
export class PurgeInbox extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return purge(this.db, OLD_INBOX, signal);
  }
}

/** Keeps the records of events that are still in the outbox: one that was parked for long may be replayed. */
const OLD_INBOX = `
  DELETE FROM shared.inbox WHERE (event_id, handler) IN (
    SELECT event_id, handler FROM shared.inbox
    WHERE handled_at < now() - interval '30 days'
      AND NOT EXISTS (SELECT FROM shared.outbox WHERE outbox.id = inbox.event_id)
    ORDER BY handled_at LIMIT $1)
  RETURNING 1`;

/** Signals matter only to processes that run now. */
@Injectable()
@Recurring('shared/purge-signals', { everySeconds: 300 })
export class PurgeSignals extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return purge(this.db, OLD_SIGNALS, signal);
  }
}

/** Numbers grow with time, so reading stops at the first row that is too young. */
const OLD_SIGNALS = `
  DELETE FROM shared.signal WHERE seq = ANY (ARRAY(SELECT seq FROM shared.signal ORDER BY seq LIMIT $1))
    AND sent_at < now() - interval '${SIGNALS_KEPT_MS} milliseconds'
  RETURNING 1`;
