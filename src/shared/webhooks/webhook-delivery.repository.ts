import { Injectable } from '@nestjs/common';
import { newId } from '../kernel/ids.js';
import type { Tenant } from '../kernel/tenant.js';
import type { Tx } from '../persistence/tx.js';
import { Sealer } from '../security/sealing/sealer.js';
import { contentContext, DELIVER_WEBHOOK, type DeliveryContent } from './webhook-delivery.js';

export interface NewDelivery {
  readonly endpointId: string;
  /** The `webhook-id`: the same for all endpoints that are told of the event, and for every try. */
  readonly eventId: string;
  readonly type: string;
  readonly content: DeliveryContent;
}

/** What is to be delivered, and what was. */
@Injectable()
export class WebhookDeliveryRepository {
  constructor(private readonly sealer: Sealer) {}

  /** Stores deliveries, and asks for the job that makes their first try. */
  add(tx: Tx, { enterpriseId, test }: Tenant, deliveries: readonly NewDelivery[]): void {
    for (const { endpointId, eventId, type, content } of deliveries) {
      const deliveryId = newId();
      const sealed = this.sealer.sealJson(content, contentContext(deliveryId));
      tx.send(ADD, [deliveryId, enterpriseId, test, endpointId, eventId, type, sealed]);
      tx.pending.jobs.push(deliveryJob(endpointId, deliveryId));
    }
  }
}

export const deliveryJob = (endpointId: string, deliveryId: string) => ({
  kind: DELIVER_WEBHOOK,
  payload: { deliveryId },
  dedupeKey: deliveryId,
  lane: endpointId,
});

const ADD = `
  INSERT INTO shared.webhook_delivery
    (delivery_id, enterprise_id, test, endpoint_id, event_id, type, sealed_content, status, given_up_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, 'waiting', now() + interval '30 hours')`;
