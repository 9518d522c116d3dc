import { Injectable } from '@nestjs/common';
import { Counter, Gauge } from 'prom-client';
import { BoundedProbe, MetricsRegistry } from '../../shared/observability/index.js';
import { OpenAlarmRepository } from './open-alarm.repository.js';

const PATIENCE_MS = 1_000;

/** Collects metrics about open alarms and about the messages that report them. */
@Injectable()
export class AlarmMetrics {
  readonly #messages: Counter<'channel' | 'outcome'>;

  constructor(registry: MetricsRegistry, alarms: OpenAlarmRepository) {
    this.#messages = new Counter({
      name: 'countersign_alarm_messages_total',
      help: 'Messages with alarms that have ended: done, or refused by their receiver to the end.',
      labelNames: ['channel', 'outcome'],
      registers: [registry],
    });
    for (const channel of ['mail', 'url'] as const) {
      // Prometheus sees no increase when a counter first appears, so each counter starts at 0.
      for (const outcome of ['done', 'refused'] as const) this.#messages.inc({ channel, outcome }, 0);
    }
    const open = new Gauge({
      name: 'countersign_alarms',
      // Every process counts the same database rows, so the values of the processes must not be added up.
      aggregator: 'max',
      help: 'What the open alarms count, by their kind and severity.',
      labelNames: ['kind', 'severity'],
      registers: [registry],
      collect: () => probe.isAnswered().then(() => undefined),
    });
    const probe = new BoundedProbe(PATIENCE_MS, async () => {
      const rows = await alarms.all();
      open.reset(); // removes alarms that have ended
      for (const { kind, severity, count } of rows) open.set({ kind, severity }, count);
    });
  }

  count(channel: 'mail' | 'url', outcome: 'done' | 'refused'): void {
    this.#messages.inc({ channel, outcome });
  }
}
