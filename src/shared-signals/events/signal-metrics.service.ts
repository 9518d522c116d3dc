import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { MetricsRegistry } from '../../shared/observability/index.js';

/** `rejected`: the receiver reported the event as invalid. `discarded`: the event was not delivered in time. */
export type SignalOutcome = 'delivered' | 'rejected' | 'discarded';

/** Counts the outcomes of security events. Jobs and outbound calls have metrics of their own. */
@Injectable()
export class SignalMetrics {
  readonly #ended: Counter<'outcome'>;

  constructor(registry: MetricsRegistry) {
    this.#ended = new Counter({
      name: 'countersign_security_events_total',
      help: 'Events of shared signals that have ended: delivered, rejected by the receiver, or discarded by their age.',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  count(outcome: SignalOutcome, events = 1): void {
    if (events > 0) this.#ended.inc({ outcome }, events);
  }
}
