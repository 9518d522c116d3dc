import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler } from '../../shared/jobs/index.js';
import { type JobRequest, type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { UserDirectory, type UserRef } from '../../users/contract/index.js';
import { MOST_ACTIVE } from '../requests/notification-request.js';
import { RecipientLookup } from '../requests/recipient-lookup.service.js';
import { NotificationRepository } from '../notification/notification.repository.js';
import { type ActiveOf, NotificationUpkeepRepository } from './notification-upkeep.repository.js';

const DISCARD = 'notifications/discard';
const DISCARD_BLOCKED = 'notifications/discard-blocked';
const DISCARD_UNSIGNABLE = 'notifications/discard-unsignable';
/**
 * The open notifications of a user who is blocked for failed attempts are discarded after this time, if the user is
 * still blocked.
 */
const BLOCKED_MS = 86_400_000;

type Left = { readonly sub: string; readonly since: string };
type Signer = { readonly sub: string; readonly userId: string; readonly enterpriseId: string; readonly test: boolean };

export const discardAll = (sub: string, since: string): JobRequest => ({ kind: DISCARD, payload: { sub, since } });

/**
 * Creates a job that discards a user's open notifications a day after the user was blocked for failed attempts. If the
 * user is blocked again in the meantime, the job is postponed.
 */
export const discardBlocked = (sub: string, since: string): JobRequest => ({
  kind: DISCARD_BLOCKED,
  payload: { sub, since },
  dedupeKey: sub,
  dueAt: new Date(Date.parse(since) + BLOCKED_MS),
});

export const discardUnsignable = ({ sub, userId, enterpriseId, test }: UserRef): JobRequest => ({
  kind: DISCARD_UNSIGNABLE,
  payload: { sub, userId, enterpriseId, test },
});

/**
 * Discards active notifications of a user. It locks the user's notifications as the creation of a notification does, so
 * that both never run at the same time.
 */
@Injectable()
export class Discards {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly notifications: NotificationRepository,
    private readonly upkeep: NotificationUpkeepRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Locks the user's notifications, then calls `which` and discards the notifications that it selects. If `which`
   * returns undefined, nothing is discarded.
   */
  run(sub: string, which: (tx: Tx) => Promise<Omit<ActiveOf, 'sub'> | undefined>): Promise<void> {
    return this.uow.run(async (tx) => {
      this.notifications.lockUser(tx, sub);
      const wanted = await which(tx);
      if (!wanted) return;
      const active = await this.upkeep.lockActiveOf(tx, { sub, ...wanted }, MOST_ACTIVE);
      await this.upkeep.closeTogether(tx, active, this.clock.now(), 'discard');
    });
  }
}

/** Discards a user's notifications after the user became RESET, DELETED, or BLOCKED by the enterprise. */
@Injectable()
@HandlesJob(DISCARD)
export class DiscardAll extends JobHandler<Left> {
  constructor(
    private readonly discards: Discards,
    private readonly users: UserDirectory,
  ) {
    super();
  }

  /**
   * Discards the open notifications of a user who was set to another status. If the user is ACTIVE again, notifications
   * that were created after that change are kept.
   */
  perform({ sub, since }: Left): Promise<void> {
    return this.discards.run(sub, async () => {
      const isBack = (await this.users.statusOf(sub)) === 'ACTIVE';
      return { createdUntil: isBack ? new Date(since) : null, onlySigned: false };
    });
  }
}

/** Discards a user's notifications a day after the user was BLOCKED for failed attempts. */
@Injectable()
@HandlesJob(DISCARD_BLOCKED)
export class DiscardBlocked extends JobHandler<Left> {
  constructor(
    private readonly discards: Discards,
    private readonly users: UserDirectory,
    private readonly clock: Clock,
  ) {
    super();
  }

  perform({ sub, since }: Left): Promise<void> {
    return this.discards.run(sub, async (tx) => {
      const { status, blockedBy } = (await this.users.find(sub)) ?? {};
      if (status !== 'BLOCKED' || blockedBy !== 'attempts') return undefined;
      const again = discardBlocked(sub, since);
      if (again.dueAt && again.dueAt > this.clock.now()) {
        tx.pending.jobs.push(again);
        return undefined;
      }
      return { createdUntil: null, onlySigned: false };
    });
  }
}

/**
 * Discards a user's notifications that must be signed, after a device was removed or blocked and the user has no other
 * device that can sign.
 */
@Injectable()
@HandlesJob(DISCARD_UNSIGNABLE)
export class DiscardUnsignable extends JobHandler<Signer> {
  constructor(
    private readonly discards: Discards,
    private readonly addressees: RecipientLookup,
  ) {
    super();
  }

  perform(user: Signer): Promise<void> {
    return this.discards.run(user.sub, async () =>
      (await this.addressees.canSign(user)) ? undefined : { createdUntil: null, onlySigned: true },
    );
  }
}
