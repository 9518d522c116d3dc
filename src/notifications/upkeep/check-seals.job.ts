import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun, Recurring, RowUpkeep } from '../../shared/jobs/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { Clock, Tenant } from '../../shared/kernel/index.js';
import { NotificationRepository } from '../notification/notification.repository.js';
import { NotificationSeals } from '../notification/notification-seals.service.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';

const SCOPE = Tenant.all('upkeep goes through every enterprise');
const CHECK_SEALS = 'notifications/check-seals';

/**
 * Checks all open notifications for alterations in the database, which might otherwise go unnoticed until the user
 * answers.
 */
@Injectable()
@Recurring(CHECK_SEALS, { everySeconds: 3_600 })
export class CheckSeals extends JobHandler {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly upkeep: NotificationUpkeepRepository,
    private readonly notifications: NotificationRepository,
    private readonly seals: NotificationSeals,
    private readonly clock: Clock,
    private readonly rows: RowUpkeep,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    let active = await this.upkeep.activeAfter(SCOPE);
    while (active.length > 0 && !signal.aborted) {
      const broken = active.filter((notification) => !this.seals.isUnaltered(notification));
      for (const { notificationUuid: id } of broken) await this.rows.attempt(CHECK_SEALS, id, () => this.#close(id));
      active = await this.upkeep.activeAfter(SCOPE, active.at(-1));
    }
    await this.rows.forgetStale(CHECK_SEALS);
  }

  #close(notificationUuid: string): Promise<void> {
    return this.uow.run(async (tx) => {
      const notification = await this.notifications.lockAny(tx, SCOPE, notificationUuid);
      if (notification) await this.notifications.checkSeals(tx, notification, this.clock.now());
    });
  }
}
