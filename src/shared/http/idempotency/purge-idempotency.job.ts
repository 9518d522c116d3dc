import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun } from '../../events/jobs/job-handler.js';
import { Recurring } from '../../events/jobs/handles-job.decorator.js';
import { purge } from '../../events/purges/purge.js';
import { Database } from '../../persistence/database.js';

/** Forgets answers that are no longer given again. */
@Injectable()
@Recurring('shared/purge-idempotency', { everySeconds: 600 })
export class PurgeIdempotency extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return purge(this.db, EXPIRED, signal);
  }
}

const EXPIRED = `
  DELETE FROM shared.idempotency WHERE key IN (
    SELECT key FROM shared.idempotency WHERE expires_at < now() ORDER BY expires_at LIMIT $1 FOR UPDATE SKIP LOCKED)
  RETURNING 1`;
