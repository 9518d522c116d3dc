import { Injectable } from '@nestjs/common';
import { type Hit, type SearchedBy, SearchSource, type Sought } from '../../search/contract/index.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';

/** Finds an endpoint by its id, for the console's search. */
@Injectable()
export class EndpointHits extends SearchSource {
  override readonly scope = 'webhooks:read';

  constructor(private readonly endpoints: WebhookEndpointRepository) {
    super();
  }

  async find({ shape, text }: Sought, { tenant }: SearchedBy): Promise<readonly Hit[]> {
    const found = shape === 'uuid' ? await this.endpoints.find(tenant, text) : undefined;
    if (!found) return [];
    const { endpointId: id, url: title, enabled } = found;
    return [
      { kind: 'webhookEndpoint', id, title, userId: null, within: null, status: enabled ? 'enabled' : 'disabled' },
    ];
  }
}
