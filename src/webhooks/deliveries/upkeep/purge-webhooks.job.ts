import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { JobHandler, type JobRun, Recurring } from '../../../shared/jobs/index.js';
import { Clock, leastIdAt, Tenant } from '../../../shared/kernel/index.js';
import { WebhookDeliveryRepository } from '../webhook-delivery.repository.js';
import { BATCH } from './in-batches.js';

export const SCOPE = Tenant.all('upkeep goes through every enterprise');
const DAY_MS = 86_400_000;

/** Deletes deliveries whose retention has ended. */
@Injectable()
@Recurring('shared/purge-webhooks', { everySeconds: 3_600 })
export class PurgeWebhooks extends JobHandler {
  constructor(
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly clock: Clock,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  async perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const before = leastIdAt(this.clock.now().getTime() - this.config.webhookRetentionDays * DAY_MS);
    let last: string | undefined = leastIdAt(0);
    while (last !== undefined && !signal.aborted) last = await this.deliveries.purgeBetween(SCOPE, last, before, BATCH);
  }
}
