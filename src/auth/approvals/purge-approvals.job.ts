import { Injectable } from '@nestjs/common';
import { purge } from '../../shared/events/index.js';
import { JobHandler, type JobRun, Recurring } from '../../shared/jobs/index.js';
import { Database } from '../../shared/persistence/index.js';
import { EXPIRED } from './approval.repository.js';

/** Deletes approvals an hour after they expire. Until then they count for the rate limits. */
@Injectable()
@Recurring('auth/purge-approvals', { everySeconds: 300 })
export class PurgeApprovals extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return purge(this.db, EXPIRED, signal);
  }
}
