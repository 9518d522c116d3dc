import { Inject, Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { CONFIG, type Config } from '../../config.js';
import { Clock } from '../../shared/kernel/index.js';
import { BoundedProbe, MetricsRegistry } from '../../shared/observability/index.js';
import { faultsOf, trustFaults } from './chip-trust.js';
import { TrustEntryRepository } from './trust-entry.repository.js';

const PATIENCE_MS = 1_000;

/** Metric for alerting: the number of trusted certificates and lists that are outdated or expire soon. */
@Injectable()
export class ChipTrustMetrics {
  constructor(
    registry: MetricsRegistry,
    entries: TrustEntryRepository,
    clock: Clock,
    @Inject(CONFIG) { idvChipListAgeDays }: Config,
  ) {
    const gauge = new Gauge({
      name: 'countersign_idv_chip_trust_faults',
      aggregator: 'max', // every process counts the same database rows, so the values are not added up
      help: 'Faults of the trust in states for the chips of passports: list_old, publisher_ends, state_ends, revocations_stale.',
      labelNames: ['fault'],
      registers: [registry],
      collect: async () => {
        await probe.isAnswered();
      },
    });
    const probe = new BoundedProbe(PATIENCE_MS, async () => {
      const found = faultsOf(await entries.dates(), clock.now(), idvChipListAgeDays);
      for (const fault of trustFaults) gauge.set({ fault }, found.filter((one) => one.fault === fault).length);
    });
  }
}
