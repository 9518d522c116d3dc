import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import { purge } from '../../shared/events/index.js';
import { Database } from '../../shared/persistence/index.js';

export const FORGET_CLIENT = 'auth/forget-client';

/** Deletes the grants and refresh tokens of a deleted client, which would otherwise be stored until they expire. */
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
