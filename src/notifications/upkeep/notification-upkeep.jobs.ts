import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { HandlesJob, JobHandler, type JobRun, Recurring, RowUpkeep } from '../../shared/jobs/index.js';
import { type JobRequest, UnitOfWork } from '../../shared/persistence/index.js';
import { Clock, leastIdAt, Tenant } from '../../shared/kernel/index.js';
import { NotificationRepository } from '../notification/notification.repository.js';
import { NotificationSeals } from '../notification/notification-seals.service.js';
import { StoredBytes } from '../notification/stored-bytes.service.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';

const SCOPE = Tenant.all('upkeep goes through every enterprise');
const TOGETHER = 500;
const DAY_MS = 86_400_000;
const CHECK_SEALS = 'notifications/check-seals';
const ERASE = 'notifications/erase';

type Run = Pick<JobRun, 'signal'>;
type Erased = { readonly sub: string };

export const eraseAllOf = (sub: string): JobRequest => ({ kind: ERASE, payload: { sub }, dedupeKey: sub });

/** Removes notifications whose retention has ended, with their evidence. */
@Injectable()
@Recurring('notifications/remove-old', { everySeconds: 3_600 })
export class RemoveOldNotifications extends JobHandler {
  constructor(
    private readonly upkeep: NotificationUpkeepRepository,
    private readonly bytes: StoredBytes,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Run): Promise<void> {
    const now = this.clock.now().getTime();
    await this.bytes.removeBefore(SCOPE, new Date(now - DAY_MS));
    const before = leastIdAt(now - this.config.notificationRetentionDays * DAY_MS);
    let removed = TOGETHER;
    while (removed === TOGETHER && !signal.aborted) removed = await this.upkeep.removeBefore(SCOPE, before, TOGETHER);
  }
}

/** Looks for notifications that were altered behind our back: nobody may look at them before they are answered. */
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

  async perform(_payload: object, { signal }: Run): Promise<void> {
    let active = await this.upkeep.activeAfter(SCOPE, undefined, TOGETHER);
    while (active.length > 0 && !signal.aborted) {
      const broken = active.filter((notification) => !this.seals.holds(notification));
      for (const { notificationUuid: id } of broken) await this.rows.attempt(CHECK_SEALS, id, () => this.#close(id));
      active = await this.upkeep.activeAfter(SCOPE, active.at(-1), TOGETHER);
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

/** Removes all notifications of a user who was erased. */
@Injectable()
@HandlesJob(ERASE)
export class EraseNotifications extends JobHandler<Erased> {
  constructor(private readonly upkeep: NotificationUpkeepRepository) {
    super();
  }

  async perform({ sub }: Erased, { signal }: Run): Promise<void> {
    while ((await this.upkeep.removeOf(sub, TOGETHER)) > 0) {
      if (signal.aborted) throw new Error('Broken off; the next try goes on with what is left');
    }
  }
}
