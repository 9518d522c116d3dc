import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '../../../shared/persistence/index.js';
import { newId } from '../../../shared/kernel/index.js';
import { AccountNotices, UserLockout } from '../../../users/contract/index.js';
import { HandlesJob, JobHandler } from '../../../shared/jobs/index.js';

const BLOCK_AFTER_TRIES = 'auth/block-after-tries';
export const MOST_TRIES = 5;

/**
 * Maximum time that checking a password may take. Before this time has passed, the fifth attempt may still prove
 * correct.
 */
const PATIENCE_MS = 60_000;

/** The counter that has reached the limit, and its user; `sub` is null for a login name that matches no user. */
export type Spent = {
  readonly subject: string;
  readonly sub: string | null;
};

/**
 * Blocks users whose failed attempts have reached the limit of `LoginTries`. The block is recorded in the counter, so
 * that a user whom the enterprise has unblocked is not blocked again. If a process ends before it has blocked the user,
 * the next attempt does so.
 */
@Injectable()
export class TriesLockout {
  constructor(
    private readonly db: Database,
    private readonly uow: UnitOfWork,
    private readonly lockout: UserLockout,
    private readonly notices: AccountNotices,
  ) {}

  async block({ subject, sub }: Spent): Promise<void> {
    if (sub !== null) await this.lockout.block(sub);
    await this.db.rows(NOTE_DONE, [subject]);
  }

  /**
   * Blocks the user in a job, so that the response does not reveal the block. A job is also created for login names
   * that match no user.
   */
  async blockLater(payload: Spent): Promise<void> {
    await this.uow.run((tx) => {
      tx.pending.jobs.push({ kind: BLOCK_AFTER_TRIES, payload, dedupeKey: payload.subject });
      return Promise.resolve();
    });
  }

  /**
   * Requests a mail that tells the user about failed sign-ins. A job is also created for login names that match no
   * user, so that the response takes equally long.
   */
  async tell(sub: string | null): Promise<void> {
    await this.uow.run((tx) => {
      this.notices.tell(tx, sub ?? newId(), 'signInsFailed');
      return Promise.resolve();
    });
  }

  /**
   * Whether a block is due: the counter has reached the limit, no block is recorded, and the last attempt was counted
   * so long ago that its check must have ended.
   */
  async isUnsettled(subject: string, forMs = PATIENCE_MS): Promise<boolean> {
    return (await this.db.rows(UNSETTLED, [subject, forMs / 1000])).length > 0;
  }
}

/** Records the block by setting the counter to a value that attempts alone cannot reach. */
const NOTE_DONE = `
  UPDATE auth.login_tries SET tries = ${MOST_TRIES + 1} WHERE subject = $1 AND browser = 'known' AND tries = ${MOST_TRIES}`;

const UNSETTLED = `
  SELECT FROM auth.login_tries
  WHERE subject = $1 AND browser = 'known' AND tries = ${MOST_TRIES}
    AND (open_at <= now() - make_interval(secs => $2) OR open_at > now())`;

@Injectable()
@HandlesJob(BLOCK_AFTER_TRIES)
export class BlockAfterTries extends JobHandler<Spent> {
  constructor(private readonly spent: TriesLockout) {
    super();
  }

  async perform(spent: Spent): Promise<void> {
    if (await this.spent.isUnsettled(spent.subject, 0)) await this.spent.block(spent);
  }
}
