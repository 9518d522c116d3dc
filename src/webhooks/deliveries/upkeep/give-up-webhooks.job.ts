import { Injectable } from '@nestjs/common';
import { JobHandler, type JobRun, Recurring } from '../../../shared/jobs/index.js';
import { WebhookDeliveryRepository } from '../webhook-delivery.repository.js';
import { WebhookMetrics } from '../webhook-metrics.service.js';
import { inBatches } from './in-batches.js';
import { SCOPE } from './purge-webhooks.job.js';

/** Marks deliveries as failed that have waited for too long. */
@Injectable()
@Recurring('shared/give-up-webhooks', { everySeconds: 60 })
export class GiveUpWebhooks extends JobHandler {
  constructor(
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly metrics: WebhookMetrics,
  ) {
    super();
  }

  perform(_payload: object, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    return inBatches(signal, async (limit) => {
      const failed = await this.deliveries.giveUpOverdue(SCOPE, limit);
      this.metrics.count('failed', failed);
      return failed;
    });
  }
}
