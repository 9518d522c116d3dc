import { Injectable } from '@nestjs/common';
import { type Hit, type SearchedBy, SearchSource, type SearchText } from '../search/contract/index.js';
import { WebhookEndpointRepository } from './endpoints/webhook-endpoint.repository.js';
import { WebhookLogRepository } from './delivery-log/webhook-log.repository.js';

/** Finds an endpoint by its id, for the console's search. */
@Injectable()
export class EndpointHits extends SearchSource {
  override readonly scope = 'webhooks:read';

  constructor(private readonly endpoints: WebhookEndpointRepository) {
    super();
  }

  async find({ shape, text }: SearchText, { tenant }: SearchedBy): Promise<readonly Hit[]> {
    const found = shape === 'uuid' ? await this.endpoints.find(tenant, text) : undefined;
    if (!found) return [];
    const { endpointId: id, url: title, enabled } = found;
    return [
      { kind: 'webhookEndpoint', id, title, userId: null, within: null, status: enabled ? 'enabled' : 'disabled' },
    ];
  }
}

/** Finds a delivery by its id, for the console's search. */
@Injectable()
export class DeliveryHits extends SearchSource {
  override readonly scope = 'webhooks:read';

  constructor(private readonly log: WebhookLogRepository) {
    super();
  }

  async find({ shape, text }: SearchText, { tenant }: SearchedBy): Promise<readonly Hit[]> {
    const found = shape === 'uuid' ? await this.log.findById(tenant, text) : undefined;
    if (!found) return [];
    const { deliveryId: id, type: title, endpointId: within, status } = found;
    return [{ kind: 'webhookDelivery', id, title, userId: null, within, status }];
  }
}
