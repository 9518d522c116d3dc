import { Injectable } from '@nestjs/common';
import { Database } from '../persistence/index.js';
import { JobHandler, type JobRun, Recurring } from '../jobs/index.js';
import { SIGNALS_KEPT_MS } from './signals/postgres-signals.js';

/**
 * Deletes old rows in batches, so that no statement holds many locks for long. `sql` gets the batch size as its first
 * parameter, followed by `params`.
 */
export async function purge(db: Database, sql: string, signal: AbortSignal, ...params: string[]): Promise<void> {
  let deleted = BATCH;
  while (deleted === BATCH && !signal.aborted) deleted = (await db.rows(sql, [BATCH, ...params])).length;
}

const BATCH = 1_000;

/**
 * Deletes rows that are no longer needed, with the SQL in `statements`. Each statement takes the batch size as its
 * parameter, and returns one row for each deleted row.
 */
@Injectable()
export abstract class PurgeJob extends JobHandler {
  protected abstract readonly statements: readonly string[];

  constructor(private readonly db: Database) {
    super();
  }

  async perform(_payload: object, { signal }: JobRun): Promise<void> {
    for (const statement of this.statements) await purge(this.db, statement, signal);
  }
}

/**
 * Deletes old entries of the inbox, which lists the handlers that have handled each event so that none handles it
 * twice. An entry is no longer needed when the event cannot be delivered again.
 */
@Injectable()
@Recurring('shared/purge-inbox', { everySeconds: 3_600 })
export class PurgeInbox extends PurgeJob {
  protected readonly statements = [OLD_INBOX];
}

/** Keeps the entries of events that are still in the outbox, because a parked event may be replayed much later. */
const OLD_INBOX = `
  DELETE FROM shared.inbox WHERE (event_id, handler) IN (
    SELECT event_id, handler FROM shared.inbox
    WHERE handled_at < now() - interval '30 days'
      AND NOT EXISTS (SELECT FROM shared.outbox WHERE outbox.id = inbox.event_id)
    ORDER BY handled_at LIMIT $1)
  RETURNING 1`;

/** Deletes old signals, which matter only to processes that were running when they were sent. */
@Injectable()
@Recurring('shared/purge-signals', { everySeconds: 300 })
export class PurgeSignals extends PurgeJob {
  protected readonly statements = [OLD_SIGNALS];
}

/** Reads only the oldest batch of rows, by `seq`, which grows with time. */
const OLD_SIGNALS = `
  DELETE FROM shared.signal WHERE seq = ANY (ARRAY(SELECT seq FROM shared.signal ORDER BY seq LIMIT $1))
    AND sent_at < now() - interval '${SIGNALS_KEPT_MS} milliseconds'
  RETURNING 1`;
