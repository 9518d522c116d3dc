import { Gauge } from 'prom-client';
import { Injectable } from '@nestjs/common';
import { JobAdministration, type JobFigures, QuarantinedRows } from '../jobs/index.js';
import { OutboxStats } from './outbox.store.js';
import { BoundedProbe, MetricsRegistry } from '../observability/index.js';

const FRESH_MS = 5_000;

const PATIENCE_MS = 1_000;

/**
 * Metrics of the stored events and jobs. Reads the database at most once every few seconds. If the database hangs, a
 * scrape is delayed by at most `PATIENCE_MS`.
 */
@Injectable()
export class WorkMetrics {
  readonly #gauges: ReturnType<typeof gaugesIn>;
  readonly #figures = new BoundedProbe(PATIENCE_MS, () => this.#look());
  #lookedAt = -Infinity;
  #looked: Promise<void> | undefined;

  constructor(
    registry: MetricsRegistry,
    private readonly outbox: OutboxStats,
    private readonly jobs: JobAdministration,
    private readonly setAside: QuarantinedRows,
  ) {
    this.#gauges = gaugesIn(registry, () => this.#fresh());
  }

  /** Reads the figures again if they are out of date. All gauges in one scrape share one read. */
  #fresh(): Promise<void> {
    if (this.#looked === undefined || performance.now() - this.#lookedAt >= FRESH_MS) {
      this.#lookedAt = performance.now();
      this.#looked = this.#figures.isAnswered().then((up) => this.#gauges.databaseUp.set(up ? 1 : 0));
    }
    return this.#looked;
  }

  async #look(): Promise<void> {
    const { outbox, outboxOverdue, jobs, jobsOverdue, setAside } = this.#gauges;
    const [events, kinds] = await Promise.all([this.outbox.read(), this.jobs.figures()]);
    const works = await this.setAside.figures();
    outbox.set({ state: 'waiting' }, events.depth);
    outbox.set({ state: 'parked' }, events.parked);
    outboxOverdue.set(events.overdueSeconds);
    jobs.reset();
    jobsOverdue.reset();
    for (const figures of kinds) this.#setJobGauges(figures);
    setAside.reset();
    for (const { work, rows } of works) setAside.set({ work }, rows);
  }

  #setJobGauges({ kind, waiting, held, running, parked, overdueSeconds }: JobFigures): void {
    const { jobs, jobsOverdue } = this.#gauges;
    jobs.set({ kind, state: 'waiting' }, waiting);
    jobs.set({ kind, state: 'held' }, held);
    jobs.set({ kind, state: 'running' }, running);
    jobs.set({ kind, state: 'parked' }, parked);
    jobsOverdue.set({ kind }, overdueSeconds);
  }
}

function gaugesIn(registry: MetricsRegistry, collect: () => Promise<void>) {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name: `countersign_${name}`, help, labelNames, registers: [registry], aggregator: 'max', collect });
  return {
    databaseUp: gauge('database_up', 'Whether the database answered when the figures of its content were looked up.'),
    outbox: gauge('outbox_events', 'Events that are not delivered yet, and those that failed too often.', 'state'),
    outboxOverdue: gauge('outbox_overdue_seconds', 'How long the most overdue event has been so.'),
    jobs: gauge('jobs', 'Jobs by kind and state.', 'kind', 'state'),
    jobsOverdue: gauge('jobs_overdue_seconds', 'How long the most overdue job of a kind has been so.', 'kind'),
    setAside: gauge('set_aside_rows', 'Rows that the upkeep could not work on, and tries again later.', 'work'),
  };
}
