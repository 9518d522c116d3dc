import { Injectable } from '@nestjs/common';
import { purge } from '../../shared/events/index.js';
import { JobHandler, type JobRun, Recurring } from '../../shared/jobs/index.js';
import { Database } from '../../shared/persistence/index.js';

/** Deletes codes that have expired, with the addresses that they were sent to. */
@Injectable()
@Recurring('users/purge-mailed-codes', { everySeconds: 3_600 })
export class PurgeMailedCodes extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  async perform(_payload: object, { signal }: JobRun): Promise<void> {
    await purge(this.db, EXPIRED, signal);
  }
}

const EXPIRED = `
  DELETE FROM users.mailed_code WHERE sub IN (
    SELECT sub FROM users.mailed_code WHERE expires_at < now() ORDER BY expires_at LIMIT $1)
  RETURNING 1`;
