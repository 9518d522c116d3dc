import { Injectable } from '@nestjs/common';
import { Recurring } from '../../../shared/events/jobs/handles-job.decorator.js';
import { JobHandler, type JobRun } from '../../../shared/events/jobs/job-handler.js';
import { purge } from '../../../shared/events/purges/purge.js';
import { Database } from '../../../shared/persistence/database.js';

/** What was handed out to be signed and never came back in time. */
@Injectable()
@Recurring('users/purge-device-nonces', { everySeconds: 3_600 })
export class PurgeDeviceNonces extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return purge(this.db, EXPIRED, signal);
  }
}

const EXPIRED = `
  DELETE FROM users.device_nonce WHERE nonce_hash IN (
    SELECT nonce_hash FROM users.device_nonce WHERE expires_at < now() ORDER BY expires_at LIMIT $1)
  RETURNING 1`;
