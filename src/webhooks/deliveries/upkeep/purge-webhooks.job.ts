import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { JobHandler, type JobRun, Recurring } from '../../../shared/jobs/index.js';
import { Tenant } from '../../../shared/kernel/index.js';
import { WebhookDeliveryRepository } from '../webhook-delivery.repository.js';
import { inBatches } from './in-batches.js';

export const SCOPE = Tenant.all('upkeep goes through every enterprise');

/** Deletes deliveries whose retention has ended. */
@Injectable()
@Recurring('shared/purge-webhooks', { everySeconds: 3_600 })
export class PurgeWebhooks extends JobHandler {
  constructor(
    private readonly deliveries: WebhookDeliveryRepository,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    super();
  }

  perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    const { webhookRetentionDays: days } = this.config;
    return inBatches(signal, (limit) => this.deliveries.purge(SCOPE, days, limit));
  }
}
