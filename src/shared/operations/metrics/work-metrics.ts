import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { ChainStats } from '../../audit/chain/chain-stats.js';
import { JobDesk, type JobFigures } from '../../events/jobs/job.desk.js';
import { OutboxStats } from '../../events/outbox.stats.js';
import { BoundedQuestion } from '../bounded-question.js';
import { MetricsRegistry } from './metrics-registry.js';

const FRESH_MS = 5_000;
const PATIENCE_MS = 1_000;

/** What waits in the database. Looked up at most every few seconds; a database that hangs does not hang the answer. */
@Injectable()
export class WorkMetrics {
  readonly #gauges: ReturnType<typeof gaugesIn>;
  readonly #figures = new BoundedQuestion(PATIENCE_MS, () => this.#look());
  #lookedAt = -Infinity;

  constructor(
    registry: MetricsRegistry,
    private readonly outbox: OutboxStats,
    private readonly jobs: JobDesk,
    private readonly chain: ChainStats,
  ) {
    this.#gauges = gaugesIn(registry);
  }

  async refresh(): Promise<void> {
    if (performance.now() - this.#lookedAt < FRESH_MS) return;
    this.#lookedAt = performance.now();
    this.#gauges.databaseUp.set((await this.#figures.isAnswered()) ? 1 : 0);
  }

  async #look(): Promise<void> {
    const { outbox, outboxOverdue, jobs, jobsOverdue, unlinked, auditLag } = this.#gauges;
    const [events, kinds, audit] = await Promise.all([this.outbox.read(), this.jobs.figures(), this.chain.lag()]);
    outbox.set({ state: 'waiting' }, events.depth);
    outbox.set({ state: 'parked' }, events.parked);
    outboxOverdue.set(events.overdueSeconds);
    jobs.reset();
    jobsOverdue.reset();
    for (const figures of kinds) this.#tellOf(figures);
    unlinked.set(audit.unlinked);
    auditLag.set(audit.seconds);
  }

  #tellOf({ kind, waiting, running, parked, overdueSeconds }: JobFigures): void {
    const { jobs, jobsOverdue } = this.#gauges;
    jobs.set({ kind, state: 'waiting' }, waiting);
    jobs.set({ kind, state: 'running' }, running);
    jobs.set({ kind, state: 'parked' }, parked);
    jobsOverdue.set({ kind }, overdueSeconds);
  }
}

function gaugesIn(registry: MetricsRegistry) {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name: `countersign_${name}`, help, labelNames, registers: [registry] });
  return {
    databaseUp: gauge('database_up', 'Whether the database answered when the figures of its content were looked up.'),
    outbox: gauge('outbox_events', 'Events that are not delivered yet, and those that failed too often.', 'state'),
    outboxOverdue: gauge('outbox_overdue_seconds', 'How long the most overdue event has been so.'),
    jobs: gauge('jobs', 'Jobs by kind and state.', 'kind', 'state'),
    jobsOverdue: gauge('jobs_overdue_seconds', 'How long the most overdue job of a kind has been so.', 'kind'),
    unlinked: gauge('audit_unlinked_entries', 'Audit entries that the chain does not hold yet.'),
    auditLag: gauge('audit_lag_seconds', 'Age of the oldest audit entry that the chain does not hold yet.'),
  };
}
