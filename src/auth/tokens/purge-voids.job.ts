import { Injectable } from '@nestjs/common';
import { Database } from '../../shared/persistence/index.js';
import { JobHandler, type JobRun, Recurring } from '../../shared/jobs/index.js';
import { purge } from '../../shared/events/index.js';

/** Deletes denied tokens and cut-offs that no valid token can match any more. */
@Injectable()
@Recurring('auth/purge-voids', { everySeconds: 600 })
export class PurgeVoids extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  async perform(_payload: object, { signal }: JobRun): Promise<void> {
    await purge(this.db, EXPIRED_DENIALS, signal);
    await purge(this.db, EXPIRED_CUT_OFFS, signal);
  }
}

const EXPIRED_DENIALS = `
  DELETE FROM auth.denied_token WHERE jti IN (
    SELECT jti FROM auth.denied_token WHERE expires_at < now() - interval '1 minute' LIMIT $1)
  RETURNING 1`;

const EXPIRED_CUT_OFFS = `
  DELETE FROM auth.cut_off WHERE (kind, id) IN (
    SELECT kind, id FROM auth.cut_off WHERE expires_at < now() - interval '1 minute' LIMIT $1)
  RETURNING 1`;
