import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { JobHandler, type JobRun, Recurring } from '../../shared/jobs/index.js';
import { Clock, leastIdAt, Tenant } from '../../shared/kernel/index.js';
import { StoredBytes } from '../notification/stored-bytes/stored-bytes.service.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';

const SCOPE = Tenant.all('upkeep goes through every enterprise');
const TOGETHER = 500;
const DAY_MS = 86_400_000;

/** Removes notifications whose retention period has ended, together with their evidence. */
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

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const now = this.clock.now().getTime();
    await this.bytes.removeBefore(SCOPE, new Date(now - DAY_MS));
    const before = leastIdAt(now - this.config.notificationRetentionDays * DAY_MS);
    let last: string | undefined = leastIdAt(0);
    while (last !== undefined && !signal.aborted) last = await this.upkeep.removeBetween(SCOPE, last, before, TOGETHER);
  }
}
