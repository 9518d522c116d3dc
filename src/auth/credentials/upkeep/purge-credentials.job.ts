import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun, Recurring } from '../../../shared/jobs/index.js';
import { purge } from '../../../shared/events/index.js';
import { FORGOTTEN } from '../remembered-browsers/remembered-browsers.service.js';
import { OVER } from '../lost-factor/factor-recovery.repository.js';
import { Database } from '../../../shared/persistence/index.js';

/**
 * Deletes expired data: tries that no longer count, unfinished activations, unanswered challenges, old approvals of
 * sign-ins, and ended replacements of second factors.
 */
@Injectable()
@Recurring('auth/purge-credentials', { everySeconds: 3_600 })
export class PurgeCredentials extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  async perform(_payload: object, { signal }: JobRun): Promise<void> {
    for (const statement of [TRIES, ACTIVATIONS, CHALLENGES, APPROVALS, OVER, FORGOTTEN])
      await purge(this.db, statement, signal);
  }
}

const TRIES = `
  DELETE FROM auth.login_tries WHERE (subject, browser) IN (
    SELECT subject, browser FROM auth.login_tries WHERE open_at < now() - interval '25 hours' OR open_at > now() + interval '25 hours' LIMIT $1)
  RETURNING 1`;

// An activation code is valid for seven days, and an interrupted activation may be repeated until then.
const ACTIVATIONS = `
  DELETE FROM auth.activation WHERE credential_id IN (
    SELECT credential_id FROM auth.activation
    WHERE live_at IS NULL AND created_at < now() - interval '8 days' LIMIT $1)
  RETURNING 1`;

const CHALLENGES = `
  DELETE FROM auth.passkey_challenge WHERE challenge_hash IN (
    SELECT challenge_hash FROM auth.passkey_challenge WHERE expires_at < now() LIMIT $1)
  RETURNING 1`;

const APPROVALS = `
  DELETE FROM auth.number_approval WHERE approval_id IN (
    SELECT approval_id FROM auth.number_approval WHERE created_at < now() - interval '1 day' LIMIT $1)
  RETURNING 1`;
