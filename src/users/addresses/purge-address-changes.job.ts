import { Injectable } from '@nestjs/common';
import { purge } from '../../shared/events/index.js';
import { JobHandler, type JobRun, Recurring } from '../../shared/jobs/index.js';
import { Database } from '../../shared/persistence/index.js';

/** Deletes changes that can no longer be confirmed or undone, with their addresses. */
@Injectable()
@Recurring('users/purge-address-changes', { everySeconds: 3_600 })
export class PurgeAddressChanges extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  async perform(_payload: object, { signal }: JobRun): Promise<void> {
    await purge(this.db, OVER, signal);
  }
}

const OVER = `
  DELETE FROM users.address_change WHERE id IN (
    SELECT id FROM users.address_change WHERE ends_at < now() ORDER BY ends_at LIMIT $1)
  RETURNING 1`;
