import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun } from '../../../shared/events/jobs/job.js';
import { purge } from '../../../shared/events/purge.job.js';
import { Database } from '../../../shared/persistence/database.js';

export const FORGET_CLIENT = 'auth/forget-client';

/** What users had granted to a client that is gone, and its refresh tokens: of no use any more, and otherwise kept for long. */
@Injectable()
@HandlesJob(FORGET_CLIENT)
export class ForgetClient extends JobHandler<{ clientId: string }> {
  constructor(private readonly db: Database) {
    super();
  }

  perform({ clientId }: { clientId: string }, { signal }: JobRun): Promise<void> {
    return purge(this.db, OF_CLIENT, signal, clientId);
  }
}

const OF_CLIENT = `
  DELETE FROM auth.engine_record WHERE (model, id_hash) IN (
    SELECT model, id_hash FROM auth.engine_record
    WHERE model IN ('Grant', 'RefreshToken') AND payload->>'clientId' = $2 LIMIT $1)
  RETURNING 1`;
