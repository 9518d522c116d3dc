import { Injectable } from '@nestjs/common';
import { HandlesJob, JobHandler, type JobRun } from '../../shared/jobs/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { SealedRows } from '../../shared/security/index.js';
import { WebhookEndpoint } from '../endpoints/webhook-endpoint.entity.js';
import { DELIVER_WEBHOOK, RETRY_SECONDS, type AnsweredAttempt } from './webhook-delivery.js';
import { type DueDelivery, WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookMetrics } from './webhook-metrics.service.js';
import { WebhookOutcomes } from './webhook-outcomes.service.js';
import { WebhookSecrets } from '../endpoints/webhook-secrets.service.js';
import { WebhookSender } from './webhook-sender.service.js';

const SCOPE = Tenant.all('a job names its delivery');

/**
 * Makes one attempt at a delivery. 64 attempts run at once, at most 4 of them to one endpoint, so up to 16 endpoints
 * can hang before other endpoints have to wait.
 */
@Injectable()
@HandlesJob(DELIVER_WEBHOOK, {
  waitSeconds: RETRY_SECONDS,
  exactWaits: true,
  concurrency: 64,
  laneConcurrency: 4,
  leaseSeconds: 30,
})
export class DeliverWebhook extends JobHandler<{ readonly deliveryId: string }> {
  constructor(
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly secrets: WebhookSecrets,
    private readonly sender: WebhookSender,
    private readonly outcomes: WebhookOutcomes,
    private readonly metrics: WebhookMetrics,
    private readonly seals: SealedRows,
  ) {
    super();
  }

  async perform({ deliveryId }: { readonly deliveryId: string }, run: JobRun): Promise<void> {
    const due = await this.deliveries.due(SCOPE, deliveryId);
    if (!due) return;
    if (!due.enabled || !(await this.#isSound(due)))
      return this.outcomes.drop(due).then(() => this.metrics.count('failed'));
    const attempt = await this.#try(due, run.signal);
    const last = run.attempt > RETRY_SECONDS.length;
    await this.outcomes.note(due, attempt, last);
    if (attempt.error === undefined) this.metrics.count('delivered');
    else if (last) this.metrics.count('failed');
    else throw new Error(`The receiver did not take it: ${attempt.status ?? attempt.error}`);
  }

  /**
   * Whether the seal (keyed hash) of the endpoint is valid: nothing is sent to a URL that was altered in the database.
   */
  #isSound({ endpointId, enterpriseId, test, url, origin, eventTypes, rowSeal }: DueDelivery): Promise<boolean> {
    const sealed = { endpointId, enterpriseId, test, url, origin, eventTypes, rowSeal };
    return this.seals.holds(Object.assign(new WebhookEndpoint(), sealed));
  }

  /**
   * Makes the call. Throws if the process is ending or has lost the job: an attempt aborted in this way does not count.
   */
  async #try(due: DueDelivery, signal: AbortSignal): Promise<AnsweredAttempt> {
    const { enterpriseId, eventId, content } = due;
    const attempt = await this.sender.send(
      { enterpriseId, url: content.url ?? due.url, eventId, content, secrets: this.secrets.inUse(due) },
      signal,
    );
    if (attempt.error) signal.throwIfAborted();
    return attempt;
  }
}
