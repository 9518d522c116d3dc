import { Injectable, Logger } from '@nestjs/common';
import { LaneHolds } from '../../shared/jobs/index.js';
import { Clock } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { DELIVERY_CHANGED } from '../contract/webhooks.signals.js';
import { holdSeconds, isAbandoned } from './circuit-breaker.js';
import { type AnsweredAttempt, DELIVER_WEBHOOK, type DeliveryAttempt } from './webhook-delivery.js';
import { type DueDelivery, WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import type { DisabledBy } from '../endpoints/webhook-endpoint.entity.js';
import { WebhookEndpointRepository } from '../endpoints/webhook-endpoint.repository.js';

const GONE = 410;

/** Applies the result of an attempt to the delivery and to its endpoint, which may be paused or disabled. */
@Injectable()
export class WebhookOutcomes {
  readonly #log = new Logger(WebhookOutcomes.name);

  constructor(
    private readonly uow: UnitOfWork,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly endpoints: WebhookEndpointRepository,
    private readonly lanes: LaneHolds,
    private readonly clock: Clock,
  ) {}

  /**
   * Records the result of an attempt. Commits without waiting for the disk: if a crash of the database loses the
   * result, the message is delivered again. `last` means that no retry is left.
   */
  note(due: DueDelivery, attempt: AnsweredAttempt, last: boolean): Promise<void> {
    const status = attempt.error === undefined ? 'delivered' : last ? 'failed' : 'waiting';
    return this.uow.run(
      async (tx) => {
        this.deliveries.note(tx, due.deliveryId, status, attempt);
        tx.pending.signals.push({ topic: DELIVERY_CHANGED, payload: { enterpriseId: due.enterpriseId } });
        if (attempt.error === undefined) this.#succeeded(tx, due);
        else await this.#failed(tx, due, attempt);
      },
      { durable: false },
    );
  }

  /** Ends a delivery as failed if its endpoint has been disabled, or was altered in the database. */
  drop({ deliveryId }: DueDelivery): Promise<void> {
    const at = this.clock.now().toISOString();
    const dropped: DeliveryAttempt = { at, ms: 0, error: 'disabled' };
    return this.uow.run((tx) => {
      this.deliveries.note(tx, deliveryId, 'failed', dropped);
      return Promise.resolve();
    });
  }

  #succeeded(tx: Tx, { endpointId }: DueDelivery): void {
    this.endpoints.noteSuccess(tx, endpointId);
    this.lanes.release(tx, DELIVER_WEBHOOK, endpointId);
  }

  async #failed(tx: Tx, { endpointId, content }: DueDelivery, { status }: DeliveryAttempt): Promise<void> {
    const failing = await this.endpoints.noteFailure(tx, endpointId);
    if (!failing) return; // the endpoint has been removed or disabled since the attempt began
    const seconds = holdSeconds(failing.failures);
    if (seconds > 0) this.lanes.hold(tx, DELIVER_WEBHOOK, endpointId, seconds);
    // A 410 from the separate URL of a callback does not mean that the endpoint's URL is gone.
    if (status === GONE && content.url === undefined) await this.#disable(tx, endpointId, 'receiver');
    else if (isAbandoned(failing, this.clock.now())) await this.#disable(tx, endpointId, 'failures');
  }

  /** Disables the endpoint. Its waiting deliveries then fail one by one, without a call. */
  async #disable(tx: Tx, endpointId: string, by: DisabledBy): Promise<void> {
    const tenant = await this.endpoints.disable(tx, endpointId, by);
    this.lanes.release(tx, DELIVER_WEBHOOK, endpointId);
    tx.pending.audit.push({ kind: 'webhooks.endpoint-disabled', tenant, details: { endpointId, by } });
    this.#log.warn({ endpointId, by }, 'A webhook endpoint was disabled');
  }
}
