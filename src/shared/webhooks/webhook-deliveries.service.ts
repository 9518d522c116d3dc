import { Injectable } from '@nestjs/common';
import { Clock } from '../kernel/clock.js';
import { newId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import { UnitOfWork } from '../persistence/unit-of-work.js';
import type { DeliveryStatus } from './webhook-delivery.js';
import { type LoggedDelivery, WebhookLogRepository } from './webhook-log.repository.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookEndpoints } from './webhook-endpoints.service.js';
import { WebhookErrors } from './webhooks.errors.js';

const REPLAYED_TOGETHER = 1_000;
/** What one call replays at most. */
export const MOST_REPLAYED = 10_000;

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
