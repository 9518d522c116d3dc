import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { BoundedProbe, MetricsRegistry } from '../../shared/observability/index.js';
import { ChainStats } from './chain-stats.repository.js';

const PATIENCE_MS = 1_000;

/** How far the chain is behind. */
@Injectable()
export class ChainMetrics {
  constructor(registry: MetricsRegistry, stats: ChainStats) {
    const probe = new BoundedProbe(PATIENCE_MS, async () => {
      const { unlinked: entries, seconds } = await stats.lag();
      unlinked.set(entries);
      lag.set(seconds);
    });
    // Both metrics wait for the same look at the database.
    const collect = (): Promise<void> => probe.isAnswered().then(() => undefined);
    const gauge = (name: string, help: string) =>
      new Gauge({ name: `countersign_${name}`, help, registers: [registry], aggregator: 'max', collect });
    const unlinked = gauge('audit_unlinked_entries', 'Audit entries that the chain does not hold yet.');
    const lag = gauge('audit_lag_seconds', 'Age of the oldest audit entry that the chain does not hold yet.');
  }
}
