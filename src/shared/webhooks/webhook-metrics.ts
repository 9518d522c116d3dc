import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { BoundedProbe } from '../operations/health.js';
import { MetricsRegistry } from '../operations/metrics.js';
import { Tenant } from '../kernel/tenant.js';
import { WebhookEndpointRepository } from './webhook-endpoint.repository.js';

const SCOPE = Tenant.all('figures of the whole service');
const PATIENCE_MS = 1_000;

/** What operators see of webhooks, besides the jobs that make the tries and the calls that these are. */
@Injectable()
export class WebhookMetrics {
  readonly #settled: Counter<'outcome'>;

  constructor(registry: MetricsRegistry, endpoints: WebhookEndpointRepository) {
    this.#settled = new Counter({
      name: 'countersign_webhook_deliveries_total',
      help: 'Deliveries that have ended: delivered, or failed for good.',
      labelNames: ['outcome'],
      registers: [registry],
    });
    const states = new Gauge({
      name: 'countersign_webhook_endpoints',
      help: 'Endpoints whose circuit breaker is open, and those that were disabled for their failures.',
      labelNames: ['state'],
      registers: [registry],
      collect: () => probe.isAnswered().then(() => undefined),
    });
    const probe = new BoundedProbe(PATIENCE_MS, async () => {
      const { held, disabled } = await endpoints.figures(SCOPE);
      states.set({ state: 'held' }, held);
      states.set({ state: 'disabled' }, disabled);
    });
  }

  count(outcome: 'delivered' | 'failed', deliveries = 1): void {
    this.#settled.inc({ outcome }, deliveries);
  }
}
