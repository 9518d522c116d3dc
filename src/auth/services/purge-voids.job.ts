import { Injectable } from '@nestjs/common';
import { Recurring } from '../../shared/events/jobs/handles-job.decorator.js';
import { JobHandler, type JobRun } from '../../shared/events/jobs/job-handler.js';
import { purge } from '../../shared/events/purges/purge.js';
import { Database } from '../../shared/persistence/database.js';

/** Denied tokens and cut-offs that no valid token can need any more. */
@Injectable()
@Recurring('auth/purge-voids', { everySeconds: 600 })
export class PurgeVoids extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  async perform(_payload: object, { signal }: JobRun): Promise<void> {
    await purge(this.db, DENIED, signal);
    await purge(this.db, CUT_OFF, signal);
  }
}

const DENIED = `
  DELETE FROM auth.denied_token WHERE jti IN (
    SELECT jti FROM auth.denied_token WHERE expires_at < now() - interval '1 minute' LIMIT $1)
  RETURNING 1`;

const CUT_OFF = `
  DELETE FROM auth.cut_off WHERE (kind, id) IN (
    SELECT kind, id FROM auth.cut_off WHERE expires_at < now() - interval '1 minute' LIMIT $1)
  RETURNING 1`;
