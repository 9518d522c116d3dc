import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun } from '../../../shared/jobs/index.js';
import { WebhookDeliveryRepository } from '../webhook-delivery.repository.js';
import { inBatches } from './in-batches.js';
import { FORGET_WEBHOOK_ENDPOINT } from '../webhook-delivery.js';
import { SCOPE } from './purge-webhooks.job.js';

/** Deletes the deliveries of a removed endpoint. */
@Injectable()
@HandlesJob(FORGET_WEBHOOK_ENDPOINT)
export class ForgetWebhookEndpoint extends JobHandler<{ readonly endpointId: string }> {
  constructor(private readonly deliveries: WebhookDeliveryRepository) {
    super();
  }

  perform({ endpointId }: { readonly endpointId: string }, { signal }: Pick<JobRun, 'signal'>): Promise<void> {
    return inBatches(signal, (limit) => this.deliveries.forget(SCOPE, endpointId, limit));
  }
}
