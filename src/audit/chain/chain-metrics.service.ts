import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { BoundedProbe, MetricsRegistry } from '../../shared/observability/index.js';
import { ChainStats } from './chain-stats.repository.js';

const PATIENCE_MS = 1_000;

/** Metrics of the hash chain's lag: unlinked entries, and the age of the oldest. */
@Injectable()
export class ChainMetrics {
  constructor(registry: MetricsRegistry, stats: ChainStats) {
    const probe = new BoundedProbe(PATIENCE_MS, async () => {
      const { unlinked: entries, seconds } = await stats.lag();
      unlinked.set(entries);
      lag.set(seconds);
    });
    // Both metrics share one database query.
    const collect = (): Promise<void> => probe.isAnswered().then(() => undefined);
    const gauge = (name: string, help: string) =>
      new Gauge({ name: `countersign_${name}`, help, registers: [registry], aggregator: 'max', collect });
    const unlinked = gauge('audit_unlinked_entries', 'Audit entries that the chain does not hold yet.');
    const lag = gauge('audit_lag_seconds', 'Age of the oldest audit entry that the chain does not hold yet.');
  }
}
