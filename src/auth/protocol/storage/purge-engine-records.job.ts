import { Injectable } from '@nestjs/common';
import { Database } from '../../../shared/persistence/index.js';
import { JobHandler, type JobRun, Recurring } from '../../../shared/jobs/index.js';
import { purge } from '../../../shared/events/index.js';

/** Deletes expired codes, tokens, sessions and used proofs. */
@Injectable()
@Recurring('auth/purge-engine-records', { everySeconds: 60 })
export class PurgeEngineRecords extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return purge(this.db, EXPIRED, signal);
  }
}

const EXPIRED = `
  DELETE FROM auth.engine_record WHERE (model, id_hash) IN (
    SELECT model, id_hash FROM auth.engine_record WHERE expires_at < now() - interval '15 seconds' LIMIT $1)
  RETURNING 1`;
