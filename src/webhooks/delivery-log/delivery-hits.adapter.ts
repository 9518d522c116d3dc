import { Injectable } from '@nestjs/common';
import { type Hit, type SearchedBy, SearchSource, type Sought } from '../../search/contract/index.js';
import { WebhookLogRepository } from './webhook-log.repository.js';

/** Finds a delivery by its id, for the console's search. */
@Injectable()
export class DeliveryHits extends SearchSource {
  override readonly scope = 'webhooks:read';

  constructor(private readonly log: WebhookLogRepository) {
    super();
  }

  async find({ shape, text }: Sought, { tenant }: SearchedBy): Promise<readonly Hit[]> {
    const found = shape === 'uuid' ? await this.log.findById(tenant, text) : undefined;
    if (!found) return [];
    const { deliveryId: id, type: title, endpointId: within, status } = found;
    return [{ kind: 'webhookDelivery', id, title, userId: null, within, status }];
  }
}
