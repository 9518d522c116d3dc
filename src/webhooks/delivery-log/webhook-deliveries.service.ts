import { Injectable } from '@nestjs/common';
import { LaneHolds } from '../../shared/jobs/index.js';
import { Clock, newId, type Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { DELIVER_WEBHOOK, type DeliveryAttempt, type DeliveryStatus } from '../deliveries/webhook-delivery.js';
import { type LoggedDelivery, WebhookLogRepository } from './webhook-log.repository.js';
import { WebhookDeliveryRepository } from '../deliveries/webhook-delivery.repository.js';
import { WebhookEndpoints } from '../endpoints/webhook-endpoints.service.js';
import { WebhookErrors } from '../contract/webhooks.errors.js';

const REPLAYED_TOGETHER = 1_000;
/** The most deliveries that one call replays. */
export const MOST_REPLAYED = 10_000;

/** The least time between two tries of a delivery, however often somebody asks for one. */
const SECONDS_BETWEEN_TRIES = 10;

/** The type of the message that an enterprise sends itself, to try an endpoint. Nobody subscribes to it. */
export const TEST_TYPE = 'webhook.test';

/** The log of deliveries, and what can be done once more. */
@Injectable()
export class WebhookDeliveries {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly endpoints: WebhookEndpoints,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly log: WebhookLogRepository,
    private readonly lanes: LaneHolds,
    private readonly clock: Clock,
  ) {}

  /** Newest first. */
  async list(
    tenant: Tenant,
    endpointId: string,
    { status, after, limit }: { status?: DeliveryStatus | undefined; after?: string | undefined; limit: number },
  ): Promise<LoggedDelivery[]> {
    await this.endpoints.find(tenant, endpointId);
    return this.log.page(tenant, endpointId, { status, after, limit });
  }

  /** Sends a message without meaning, whatever types the endpoint has subscribed to. */
  async test(tenant: Tenant, endpointId: string): Promise<LoggedDelivery> {
    await this.#assertEnabled(tenant, endpointId);
    const timestamp = this.clock.now().toISOString();
    const body = JSON.stringify({ type: TEST_TYPE, timestamp, data: { endpointId, test: tenant.test } });
    const delivery = { endpointId, eventId: newId(), type: TEST_TYPE, content: { body } };
    const deliveryId = await this.uow.run((tx) => Promise.resolve(this.deliveries.add(tx, tenant, delivery)));
    return this.#find(tenant, endpointId, deliveryId);
  }

  /** Begins the schedule anew, with the same `webhook-id` and body. */
  async replay(tenant: Tenant, endpointId: string, deliveryId: string): Promise<LoggedDelivery> {
    await this.#assertEnabled(tenant, endpointId);
    const { status } = await this.#find(tenant, endpointId, deliveryId);
    const replayed = status === 'waiting' ? [] : await this.#replay(tenant, endpointId, { deliveryId }, 1);
    if (replayed.length === 0) throw WebhookErrors.stillWaiting();
    return this.#find(tenant, endpointId, deliveryId);
  }

  /** Makes the next try of a waiting delivery due, if it is not being made. */
  async tryNow(tenant: Tenant, endpointId: string, deliveryId: string): Promise<LoggedDelivery> {
    await this.#assertEnabled(tenant, endpointId);
    const { status, attempts } = await this.#find(tenant, endpointId, deliveryId);
    if (status !== 'waiting') throw WebhookErrors.notWaiting();
    await this.uow.run(async (tx) => {
      const waits = await this.deliveries.lockWaiting(tx, endpointId, deliveryId);
      if (!waits || (waits.due && !waits.held)) return;
      this.#assertRested(attempts.at(-1));
      this.deliveries.hasten(tx, endpointId, deliveryId);
      if (waits.held) this.lanes.hold(tx, DELIVER_WEBHOOK, endpointId, 0);
      tx.pending.audit.push({ kind: 'webhooks.delivery-hastened', tenant, details: { endpointId, deliveryId } });
    });
    return this.#find(tenant, endpointId, deliveryId);
  }

  /** A receiver that fails is not called as fast as somebody can ask for it. */
  #assertRested(newest: DeliveryAttempt | undefined): void {
    if (!newest) return;
    const rested = (this.clock.now().getTime() - new Date(newest.at).getTime()) / 1_000;
    const retryAfterSeconds = Math.ceil(SECONDS_BETWEEN_TRIES - rested);
    if (retryAfterSeconds > 0) throw WebhookErrors.triedJustNow(undefined, { retryAfterSeconds });
  }

  /** All that failed and were made since then, the oldest first. Returns how many; at most `MOST_REPLAYED`. */
  async replayFailed(tenant: Tenant, endpointId: string, since: Date): Promise<number> {
    await this.#assertEnabled(tenant, endpointId);
    let [all, batch] = [0, REPLAYED_TOGETHER];
    while (batch === REPLAYED_TOGETHER && all < MOST_REPLAYED) {
      batch = (await this.#replay(tenant, endpointId, { since }, REPLAYED_TOGETHER)).length;
      all += batch;
    }
    return all;
  }

  #replay(
    tenant: Tenant,
    endpointId: string,
    which: { readonly deliveryId?: string; readonly since?: Date },
    limit: number,
  ): Promise<string[]> {
    return this.uow.run(async (tx) => {
      const replayed = await this.deliveries.replay(tx, tenant, endpointId, which, limit);
      const details = { endpointId, deliveries: replayed.length };
      if (replayed.length > 0) tx.pending.audit.push({ kind: 'webhooks.deliveries-replayed', tenant, details });
      return replayed;
    });
  }

  async #assertEnabled(tenant: Tenant, endpointId: string): Promise<void> {
    if (!(await this.endpoints.find(tenant, endpointId)).enabled) throw WebhookErrors.endpointDisabled();
  }

  async #find(tenant: Tenant, endpointId: string, deliveryId: string): Promise<LoggedDelivery> {
    const found = await this.log.find(tenant, endpointId, deliveryId);
    if (!found) throw WebhookErrors.deliveryNotFound(`No delivery ${deliveryId}`);
    return found;
  }
}
