import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database.js';
import { Recurring } from '../jobs/handles-job.decorator.js';
import { JobHandler, type JobRun } from '../jobs/job-handler.js';
import { purge } from './purge.js';

/** Forgets which handler has seen which event, long after the event could come again. */
@Injectable()
@Recurring('shared/purge-inbox', { everySeconds: 3_600 })
export class PurgeInbox extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return purge(this.db, OLD_ROWS, signal);
  }
}

/** Not while the event is still in the outbox: one that was parked for long may be replayed. */
const OLD_ROWS = `
  DELETE FROM shared.inbox WHERE (event_id, handler) IN (
    SELECT event_id, handler FROM shared.inbox
    WHERE handled_at < now() - interval '30 days'
      AND NOT EXISTS (SELECT FROM shared.outbox WHERE outbox.id = inbox.event_id)
    ORDER BY handled_at LIMIT $1)
  RETURNING 1`;
