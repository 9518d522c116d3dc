import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { HandlesJob, JobHandler, type JobRun, Recurring } from '../events/jobs/job.js';
import { Tenant } from '../kernel/tenant.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookMetrics } from './webhook-metrics.js';

const SCOPE = Tenant.all('upkeep goes through every enterprise');
const BATCH = 1_000;

/** Repeats what takes a batch, until a batch is not full. */
async function inBatches(signal: AbortSignal, takeBatch: (limit: number) => Promise<number>): Promise<void> {
  let taken = BATCH;
  while (taken === BATCH && !signal.aborted) taken = await takeBatch(BATCH);
}

/** Deliveries that waited for too long have failed. */
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

export const FORGET_WEBHOOK_ENDPOINT = 'shared/forget-webhook-endpoint';

/** Deletes what a removed endpoint has left behind. */
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
