import { Injectable } from '@nestjs/common';
import { Counter } from 'prom-client';
import { MetricsRegistry } from '../../shared/observability/index.js';
import type { DocumentReason } from '../sessions/rules/reasons.js';

/** Counts readings of chips by their outcome. */
@Injectable()
export class ChipMetrics {
  readonly #readings: Counter;

  constructor(registry: MetricsRegistry) {
    this.#readings = new Counter({
      name: 'countersign_idv_chip_readings_total',
      help: 'Readings of chips by outcome: accepted, or the reason why the chip was refused.',
      labelNames: ['outcome'],
      registers: [registry],
    });
  }

  note(outcome: 'accepted' | DocumentReason): void {
    this.#readings.inc({ outcome });
  }
}
