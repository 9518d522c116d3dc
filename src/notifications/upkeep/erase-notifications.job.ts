import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import { type JobRequest, UnitOfWork } from '../../shared/persistence/index.js';
import { NotificationRepository } from '../notification/notification.repository.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';

const TOGETHER = 500;
const ERASE = 'notifications/erase';

type Erased = { readonly sub: string };

export const eraseAllOf = (sub: string): JobRequest => ({ kind: ERASE, payload: { sub }, dedupeKey: sub });

/** Removes all notifications of a user who was erased. */
@Injectable()
@HandlesJob(ERASE)
export class EraseNotifications extends JobHandler<Erased> {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly notifications: NotificationRepository,
    private readonly upkeep: NotificationUpkeepRepository,
  ) {
    super();
  }

  async perform({ sub }: Erased, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    await this.#creationEnds(sub);
    while ((await this.upkeep.removeOf(sub, TOGETHER)) > 0) {
      if (signal.aborted) throw new Error('Broken off; the next try goes on with what is left');
    }
  }

  /**
   * Waits until no call is creating a notification of the user. Calls that begin later fail, because the user has been
   * erased.
   */
  #creationEnds(sub: string): Promise<void> {
    return this.uow.run((tx) => {
      this.notifications.lockUser(tx, sub);
      return Promise.resolve();
    });
  }
}
