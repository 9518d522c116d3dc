import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { BoundedProbe, MetricsRegistry } from '../../shared/observability/index.js';
import { StreamPositions } from './stream-positions.repository.js';

const PATIENCE_MS = 1_000;

/** Metric: the number of audit entries that are waiting for delivery, by external system. */
@Injectable()
export class StreamMetrics {
  constructor(registry: MetricsRegistry, positions: StreamPositions) {
    const probe = new BoundedProbe(PATIENCE_MS, async () => {
      const lags = await positions.lags();
      waiting.reset();
      for (const lag of lags) waiting.set({ target: lag.target }, lag.waiting);
    });
    const waiting = new Gauge({
      name: 'countersign_audit_stream_waiting',
      help: 'Entries of the audit log that have not arrived at a system outside.',
      labelNames: ['target'],
      registers: [registry],
      aggregator: 'max',
      collect: () => probe.isAnswered().then(() => undefined),
    });
  }
}
