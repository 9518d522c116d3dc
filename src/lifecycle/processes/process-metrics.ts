import { Gauge, Registry } from 'prom-client';
import type { ProcessMetrics } from '../../surfaces/operations/report-messages.js';
import type { ProcessCounts } from './process-group.js';

/** The metrics of the primary process: how many processes are running, by state, and how many should be. */
export class PrimaryMetrics {
  readonly #registry = new Registry();

  constructor(wanted: number, counts: () => ProcessCounts) {
    const registers = [this.#registry];
    new Gauge({
      name: 'countersign_processes',
      help: 'Processes of this program, by what they do.',
      labelNames: ['state'],
      registers,
      collect() {
        for (const [state, count] of Object.entries(counts())) this.set({ state }, count);
      },
    });
    const help = 'Processes that this program was told to run.';
    new Gauge({ name: 'countersign_processes_wanted', help, registers }).set(wanted);
  }

  read(): Promise<ProcessMetrics> {
    return this.#registry.getMetricsAsJSON();
  }
}
