import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun, Recurring } from '../../../shared/jobs/index.js';
import { purge } from '../../../shared/events/index.js';
import { Database } from '../../../shared/persistence/index.js';

/** Deletes nonces that expired unused. */
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
