import { Injectable } from '@nestjs/common';
import { Gauge } from 'prom-client';
import { ChainStats } from '../../audit/chain/chain-stats.js';
import { JobDesk } from '../../events/jobs/job.desk.js';
import { OutboxStats } from '../../events/outbox.stats.js';
import { answersWithin } from '../answers-within.js';
import { MetricsRegistry } from './metrics-registry.js';

const FRESH_MS = 5_000;
const PATIENCE_MS = 1_000;

/** What waits in the database. Looked up at most every few seconds; a database that hangs does not hang the answer. */
@Injectable()
export class WorkMetrics {
  readonly #outbox;
  readonly #outboxOverdue;
  readonly #jobs;
  readonly #jobsOverdue;
  readonly #audit;
  readonly #auditLag;
  readonly #known;
  #lookedAt = -Infinity;

  constructor(
    registry: MetricsRegistry,
    private readonly outbox: OutboxStats,
    private readonly jobs: JobDesk,
    private readonly chain: ChainStats,
  ) {
    const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
      new Gauge({ name: `countersign_${name}`, help, labelNames, registers: [registry] });
    this.#outbox = gauge(
      'outbox_events',
      'Events that are not delivered yet, and those that failed too often.',
      'state',
    );
    this.#outboxOverdue = gauge('outbox_overdue_seconds', 'How long the most overdue event has been so.');
    this.#jobs = gauge('jobs', 'Jobs by kind and state.', 'kind', 'state');
    this.#jobsOverdue = gauge('jobs_overdue_seconds', 'How long the most overdue job of a kind has been so.', 'kind');
    this.#audit = gauge('audit_unlinked_entries', 'Audit entries that the chain does not hold yet.');
    this.#auditLag = gauge('audit_lag_seconds', 'Age of the oldest audit entry that the chain does not hold yet.');
    this.#known = gauge('database_up', 'Whether the database answered when these figures were looked up.');
  }

  async refresh(): Promise<void> {
    if (performance.now() - this.#lookedAt < FRESH_MS) return;
    this.#lookedAt = performance.now();
    const up = await answersWithin(PATIENCE_MS, () => this.#look());
    this.#known.set(up ? 1 : 0);
  }

  async #look(): Promise<void> {
    const [outbox, jobs, audit] = await Promise.all([this.outbox.read(), this.jobs.figures(), this.chain.lag()]);
    this.#outbox.set({ state: 'waiting' }, outbox.depth);
    this.#outbox.set({ state: 'parked' }, outbox.parked);
    this.#outboxOverdue.set(outbox.overdueSeconds);
    this.#jobs.reset();
    this.#jobsOverdue.reset();
    for (const { kind, waiting, running, parked, overdueSeconds } of jobs) {
      this.#jobs.set({ kind, state: 'waiting' }, waiting);
      this.#jobs.set({ kind, state: 'running' }, running);
      this.#jobs.set({ kind, state: 'parked' }, parked);
      this.#jobsOverdue.set({ kind }, overdueSeconds);
    }
    this.#audit.set(audit.unlinked);
    this.#auditLag.set(audit.seconds);
  }
}
