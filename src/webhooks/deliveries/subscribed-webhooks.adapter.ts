import { Injectable } from '@nestjs/common';
import { type JsonObject, newId, type Tenant } from '../../shared/kernel/index.js';
import { Database, type Tx } from '../../shared/persistence/index.js';
import { SealedRows } from '../../shared/security/index.js';
import { CALLBACK, MOST_BODY_BYTES } from './webhook-delivery.js';
import { WebhookDeliveryRepository } from './webhook-delivery.repository.js';
import { WebhookEndpointRepository } from '../endpoints/webhook-endpoint.repository.js';
import type { WebhookType } from '../contract/webhook-type.js';
import { type WebhookCallback, type WebhookEvent, Webhooks } from '../contract/webhooks.port.js';

/** Stores one delivery for each endpoint that receives the event. */
@Injectable()
export class SubscribedWebhooks extends Webhooks {
  constructor(
    private readonly endpoints: WebhookEndpointRepository,
    private readonly deliveries: WebhookDeliveryRepository,
    private readonly db: Database,
    private readonly seals: SealedRows,
  ) {
    super();
  }

  async emit(tx: Tx, tenant: Tenant, event: WebhookEvent): Promise<void> {
    this.emitTo(tx, await this.endpoints.subscribers(tx, tenant, event.type.name), tenant, event);
  }

  subscribers(tenant: Tenant, { name }: WebhookType): Promise<readonly string[]> {
    return this.endpoints.subscribers(this.db, tenant, name);
  }

  emitTo(tx: Tx, subscribers: readonly string[], tenant: Tenant, event: WebhookEvent): void {
    if (subscribers.length === 0) return;
    const { data, occurredAt, about } = event;
    const type = event.type.name;
    const content = { body: bodyOf({ type, timestamp: occurredAt.toISOString(), data }) };
    const eventId = newId();
    for (const endpointId of subscribers)
      this.deliveries.add(tx, tenant, { endpointId, eventId, type, content, about });
  }

  async callback(tx: Tx, tenant: Tenant, { url, data, about }: WebhookCallback): Promise<void> {
    const endpoint = await this.endpoints.ofOrigin(tenant, new URL(url).origin, tx);
    if (!endpoint?.enabled || !(await this.seals.holds(endpoint))) return;
    const content = { url, body: bodyOf(data) };
    this.deliveries.add(tx, tenant, {
      endpointId: endpoint.endpointId,
      eventId: newId(),
      type: CALLBACK,
      content,
      about,
    });
  }

  async hasOrigin(tenant: Tenant, url: string): Promise<boolean> {
    return URL.canParse(url) && (await this.endpoints.ofOrigin(tenant, new URL(url).origin)) !== undefined;
  }
}

function bodyOf(message: JsonObject): string {
  const body = JSON.stringify(message);
  if (Buffer.byteLength(body) > MOST_BODY_BYTES)
    throw new Error(`The body of a webhook has more than ${MOST_BODY_BYTES} bytes`);
  return body;
}
