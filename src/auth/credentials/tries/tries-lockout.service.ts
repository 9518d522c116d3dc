import { Injectable } from '@nestjs/common';
import { Database, UnitOfWork } from '../../../shared/persistence/index.js';
import { newId } from '../../../shared/kernel/index.js';
import { AccountNotices, UserLockout } from '../../../users/contract/index.js';
import { HandlesJob, JobHandler } from '../../../shared/jobs/index.js';

const BLOCK_AFTER_TRIES = 'auth/block-after-tries';
export const MOST_TRIES = 5;

/** How long a password may take to be looked at: until then the fifth try may still turn out to be right. */
const PATIENCE_MS = 60_000;

/** The user whose tries are used up; undefined for a name that nobody has. */
export type Spent = {
  readonly subject: string;
  readonly sub: string | null;
};

/**
 * Blocks users whose tries are used up, which `LoginTries` counts. The block is noted with the tries. When a process ends before that, the next try
 * blocks the user. A user whom the enterprise has unblocked was blocked before, and is not blocked again by this.
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

  /** Blocks by a job, whose result the answer does not show. A name that nobody has gets such a job, too. */
  async blockLater(payload: Spent): Promise<void> {
    await this.uow.run((tx) => {
      tx.pending.jobs.push({ kind: BLOCK_AFTER_TRIES, payload, dedupeKey: payload.subject });
      return Promise.resolve();
    });
  }

  /** Asks for a mail to the user. A name that nobody has gets such a job too, so that an answer takes as long. */
  async tell(sub: string | null): Promise<void> {
    await this.uow.run((tx) => {
      this.notices.tell(tx, sub ?? newId(), 'signInsFailed');
      return Promise.resolve();
    });
  }

  /** Whether the last try was counted so long ago that its check cannot still be running. */
  async isUnsettled(subject: string, forMs = PATIENCE_MS): Promise<boolean> {
    return (await this.db.rows(UNSETTLED, [subject, forMs / 1000])).length > 0;
  }
}

/** One more than tries alone can reach. */
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
