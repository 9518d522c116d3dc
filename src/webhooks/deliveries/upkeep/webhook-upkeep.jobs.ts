import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { HandlesJob, JobHandler, type JobRun, Recurring } from '../../../shared/jobs/index.js';
import { Clock, leastIdAt, Tenant } from '../../../shared/kernel/index.js';
import { FORGET_WEBHOOK_ENDPOINT } from '../webhook-delivery.js';
import { WebhookDeliveryRepository } from '../webhook-delivery.repository.js';
import { WebhookMetrics } from '../webhook-metrics.service.js';

const SCOPE = Tenant.all('upkeep goes through every enterprise');
const DAY_MS = 86_400_000;
const BATCH = 1_000;

/** Marks deliveries that have waited too long as failed. */
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

/** Deletes deliveries whose retention period has ended. */
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

/** Calls `takeBatch` repeatedly until it handles less than a full batch. */
async function inBatches(signal: AbortSignal, takeBatch: (limit: number) => Promise<number>): Promise<void> {
  let taken = BATCH;
  while (taken === BATCH && !signal.aborted) taken = await takeBatch(BATCH);
}
