import { Injectable } from '@nestjs/common';
import { Database } from '../../persistence/database.js';
import { Recurring } from '../jobs/handles-job.decorator.js';
import { JobHandler, type JobRun } from '../jobs/job-handler.js';
import { SIGNALS_KEPT_MS } from '../signals/postgres-signal-carrier.js';
import { purge } from './purge.js';

/** Signals are for those who listen now. */
@Injectable()
@Recurring('shared/purge-signals', { everySeconds: 300 })
export class PurgeSignals extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return purge(this.db, OLD_ROWS, signal);
  }
}

const OLD_ROWS = `
  DELETE FROM shared.signal WHERE seq IN (
    SELECT seq FROM shared.signal WHERE sent_at < now() - interval '${SIGNALS_KEPT_MS} milliseconds' ORDER BY seq LIMIT $1)
  RETURNING 1`;
