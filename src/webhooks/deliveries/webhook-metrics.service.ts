import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { BoundedProbe, MetricsRegistry } from '../../shared/observability/index.js';
import { Tenant } from '../../shared/kernel/index.js';
import { WebhookEndpointRepository } from '../endpoints/webhook-endpoint.repository.js';

const SCOPE = Tenant.all('figures of the whole service');
const PATIENCE_MS = 1_000;

/** Metrics of deliveries and endpoints. Jobs and outbound calls have their own metrics elsewhere. */
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
      aggregator: 'max', // each process reports the same rows: do not add them up
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
