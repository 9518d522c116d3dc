import { Injectable } from '@nestjs/common';
import { AttentionSource, type Need } from '../../figures/contract/index.js';
import type { Tenant } from '../../shared/kernel/index.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';
import { MOST_ENDPOINTS } from './webhook-endpoints.service.js';

/** Reports endpoints that are failing, and those that their receiver or the service has disabled. */
@Injectable()
export class EndpointAttention extends AttentionSource {
  constructor(private readonly endpoints: WebhookEndpointRepository) {
    super();
  }

  async needs(tenant: Tenant): Promise<readonly Need[]> {
    const all = await this.endpoints.page(tenant, undefined, MOST_ENDPOINTS);
    const failing = all.filter(({ enabled, failingSince }) => enabled && failingSince !== null);
    const disabled = all.filter(({ disabledBy }) => disabledBy !== null && disabledBy !== 'enterprise');
    return [
      { kind: 'webhooks.failing', count: failing.length, oldest: earliest(failing), severity: 'warning' },
      { kind: 'webhooks.disabled', count: disabled.length, oldest: earliest(disabled), severity: 'critical' },
    ];
  }
}

function earliest(endpoints: readonly { readonly failingSince: Date | null }[]): Date | null {
  const times = endpoints.flatMap(({ failingSince }) => (failingSince === null ? [] : [failingSince.getTime()]));
  return times.length === 0 ? null : new Date(Math.min(...times));
}
