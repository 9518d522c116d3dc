import { Counter } from 'prom-client';
import type { MetricsRegistry } from '../operations/metrics/metrics-registry.js';
import { OutboundFailure } from './outbound-failure.js';
import { Outbound, type OutboundAnswer, type OutboundRequest } from './outbound.port.js';

/** Counts how our calls to others end. */
export class MeasuredOutbound extends Outbound {
  readonly #calls: Counter<'purpose' | 'outcome'>;

  constructor(
    private readonly outbound: Outbound,
    registry: MetricsRegistry,
  ) {
    super();
    this.#calls = new Counter({
      name: 'countersign_outbound_calls_total',
      help: 'Calls to others by purpose and outcome: 2xx to 5xx, or refused, unreachable, timeout, too-large.',
      labelNames: ['purpose', 'outcome'],
      registers: [registry],
    });
  }

  async send(request: OutboundRequest): Promise<OutboundAnswer> {
    const { purpose } = request;
    try {
      const answer = await this.outbound.send(request);
      this.#calls.inc({ purpose, outcome: `${Math.floor(answer.status / 100)}xx` });
      return answer;
    } catch (error) {
      this.#calls.inc({ purpose, outcome: error instanceof OutboundFailure ? error.kind : 'failed' });
      throw error;
    }
  }
}
