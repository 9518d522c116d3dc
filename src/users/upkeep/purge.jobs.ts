import { Injectable } from '@nestjs/common';
import { PurgeJob } from '../../shared/events/index.js';
import { JobHandler, Recurring } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { AllowedExportRepository } from '../allowed-exports/allowed-export.repository.js';
import { UserActionRepository } from '../user-actions/user-action.repository.js';

/** Deletes changes of mail addresses that can no longer be confirmed or undone. */
@Injectable()
@Recurring('users/purge-address-changes', { everySeconds: 3_600 })
export class PurgeAddressChanges extends PurgeJob {
  protected readonly statements = [ENDED_CHANGES];
}

const ENDED_CHANGES = `
  DELETE FROM users.address_change WHERE id IN (
    SELECT id FROM users.address_change WHERE ends_at < now() ORDER BY ends_at LIMIT $1)
  RETURNING 1`;

/** Deletes mailed codes that have expired, with the addresses that they were sent to. */
@Injectable()
@Recurring('users/purge-mailed-codes', { everySeconds: 3_600 })
export class PurgeMailedCodes extends PurgeJob {
  protected readonly statements = [EXPIRED_CODES];
}

const EXPIRED_CODES = `
  DELETE FROM users.mailed_code WHERE sub IN (
    SELECT sub FROM users.mailed_code WHERE expires_at < now() ORDER BY expires_at LIMIT $1)
  RETURNING 1`;

/** Deletes the nonces of devices that have expired unused. */
@Injectable()
@Recurring('users/purge-device-nonces', { everySeconds: 3_600 })
export class PurgeDeviceNonces extends PurgeJob {
  protected readonly statements = [EXPIRED_NONCES];
}

const EXPIRED_NONCES = `
  DELETE FROM users.device_nonce WHERE nonce_hash IN (
    SELECT nonce_hash FROM users.device_nonce WHERE expires_at < now() ORDER BY expires_at LIMIT $1)
  RETURNING 1`;

/** Deletes approved exports that have not been downloaded within a day. */
@Injectable()
@Recurring('users/forget-exports', { everySeconds: 3_600 })
export class ForgetExports extends JobHandler {
  constructor(
    private readonly exports: AllowedExportRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  perform(): Promise<void> {
    return this.exports.purge(this.clock.now());
  }
}

const ACTIONS_KEPT_MS = 7 * 86_400_000;

/** Deletes bulk actions on users after a week. The effect on each user remains in the audit log. */
@Injectable()
@Recurring('users/forget-actions', { everySeconds: 3_600 })
export class ForgetActions extends JobHandler {
  constructor(
    private readonly actions: UserActionRepository,
    private readonly clock: Clock,
  ) {
    super();
  }

  perform(): Promise<void> {
    return this.actions.purge(new Date(this.clock.now().getTime() - ACTIONS_KEPT_MS));
  }
}
