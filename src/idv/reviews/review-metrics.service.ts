import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { Tenant } from '../../shared/kernel/index.js';
import { BoundedProbe, MetricsRegistry } from '../../shared/observability/index.js';
import { ReviewRepository } from './review.repository.js';

const SCOPE = Tenant.all('the metrics of the whole deployment');
const PATIENCE_MS = 1_000;

/** Metric: the numbers of pending and of overdue reviews. */
@Injectable()
export class ReviewMetrics {
  constructor(registry: MetricsRegistry, reviews: ReviewRepository) {
    const gauge = new Gauge({
      name: 'countersign_idv_reviews',
      aggregator: 'max', // every process counts the same database rows, so the values are not added up
      help: 'Verifications in review by state: waiting (all of them), overdue (for 14 days or longer).',
      labelNames: ['state'],
      registers: [registry],
      collect: async () => {
        await probe.isAnswered();
      },
    });
    const probe = new BoundedProbe(PATIENCE_MS, async () => {
      const { waiting, overdue } = await reviews.figures(SCOPE);
      gauge.set({ state: 'waiting' }, waiting);
      gauge.set({ state: 'overdue' }, overdue);
    });
  }
}
