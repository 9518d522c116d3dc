import { collectDefaultMetrics, Registry, Gauge, Counter, Histogram } from 'prom-client';
import { Injectable, Controller, Get, Header } from '@nestjs/common';
import { ApiExcludeController } from '@nestjs/swagger';
import { ChainStats } from '../audit/chain/chainer.js';
import { JobAdministration, type JobFigures } from '../events/jobs/job-administration.service.js';
import { OutboxStats } from '../events/outbox.store.js';
import { SetAside } from '../events/upkeep/set-aside.repository.js';
import { BoundedProbe } from './health.js';
import { WithoutToken } from '../http/bearer/principal.js';
import { Database } from '../persistence/database.js';
import type { FinishedRequest } from './requests/access-log.js';

/**
 * The metrics of this application. Not the library's global registry, because several applications may run in one
 * process.
 */
export class MetricsRegistry extends Registry {
  constructor() {
    super();
    collectDefaultMetrics({ register: this });
  }
}

const FRESH_MS = 5_000;
const PATIENCE_MS = 1_000;

/** The backlog in the database. Read at most every few seconds; a database that hangs does not delay the answer. */
@Injectable()
export class WorkMetrics {
  readonly #gauges: ReturnType<typeof gaugesIn>;
  readonly #figures = new BoundedProbe(PATIENCE_MS, () => this.#look());
  #lookedAt = -Infinity;

  constructor(
    registry: MetricsRegistry,
    private readonly outbox: OutboxStats,
    private readonly jobs: JobAdministration,
    private readonly chain: ChainStats,
    private readonly setAside: SetAside,
  ) {
    this.#gauges = gaugesIn(registry);
  }

  async refresh(): Promise<void> {
    if (performance.now() - this.#lookedAt < FRESH_MS) return;
    this.#lookedAt = performance.now();
    this.#gauges.databaseUp.set((await this.#figures.isAnswered()) ? 1 : 0);
  }

  async #look(): Promise<void> {
    const { outbox, outboxOverdue, jobs, jobsOverdue, unlinked, auditLag, setAside } = this.#gauges;
    const [events, kinds, audit] = await Promise.all([this.outbox.read(), this.jobs.figures(), this.chain.lag()]);
    const works = await this.setAside.figures();
    outbox.set({ state: 'waiting' }, events.depth);
    outbox.set({ state: 'parked' }, events.parked);
    outboxOverdue.set(events.overdueSeconds);
    jobs.reset();
    jobsOverdue.reset();
    for (const figures of kinds) this.#setJobGauges(figures);
    setAside.reset();
    for (const { work, rows } of works) setAside.set({ work }, rows);
    unlinked.set(audit.unlinked);
    auditLag.set(audit.seconds);
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

function gaugesIn(registry: MetricsRegistry) {
  const gauge = <L extends string>(name: string, help: string, ...labelNames: L[]) =>
    new Gauge({ name: `countersign_${name}`, help, labelNames, registers: [registry] });
  return {
    databaseUp: gauge('database_up', 'Whether the database answered when the figures of its content were looked up.'),
    outbox: gauge('outbox_events', 'Events that are not delivered yet, and those that failed too often.', 'state'),
    outboxOverdue: gauge('outbox_overdue_seconds', 'How long the most overdue event has been so.'),
    jobs: gauge('jobs', 'Jobs by kind and state.', 'kind', 'state'),
    jobsOverdue: gauge('jobs_overdue_seconds', 'How long the most overdue job of a kind has been so.', 'kind'),
    setAside: gauge('set_aside_rows', 'Rows that the upkeep could not work on, and tries again later.', 'work'),
    unlinked: gauge('audit_unlinked_entries', 'Audit entries that the chain does not hold yet.'),
    auditLag: gauge('audit_lag_seconds', 'Age of the oldest audit entry that the chain does not hold yet.'),
  };
}

@ApiExcludeController()
@WithoutToken('scrapers, inside the perimeter')
@Controller('metrics')
export class MetricsController {
  constructor(
    private readonly registry: MetricsRegistry,
    private readonly work: WorkMetrics,
  ) {}

  @Get()
  @Header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
  async metrics(): Promise<string> {
    await this.work.refresh();
    return this.registry.metrics();
  }
}

/** The connections to the database. Long waits mean that the pool is too small, or its statements too slow. */
@Injectable()
export class PoolMetrics {
  constructor(registry: MetricsRegistry, db: Database) {
    new Gauge({
      name: 'countersign_database_connections',
      help: 'Connections of this process: in use, idle, and callers that wait for one.',
      labelNames: ['state'],
      registers: [registry],
      collect() {
        const { totalCount, idleCount, waitingCount } = db.pool;
        this.set({ state: 'used' }, totalCount - idleCount);
        this.set({ state: 'idle' }, idleCount);
        this.set({ state: 'waited_for' }, waitingCount);
      },
    });
  }
}

const TOO_MANY_REQUESTS = 429;

@Injectable()
export class RequestMetrics {
  readonly #seconds: Histogram<'surface' | 'method' | 'route' | 'status'>;
  readonly #rateLimited: Counter<'surface'>;

  constructor(registry: MetricsRegistry) {
    this.#seconds = new Histogram({
      name: 'http_request_duration_seconds',
      help: 'Requests and how long they took, by surface, method, route and status.',
      labelNames: ['surface', 'method', 'route', 'status'],
      buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
      registers: [registry],
    });
    this.#rateLimited = new Counter({
      name: 'countersign_rate_limited_total',
      help: 'Requests that were refused because their caller made too many.',
      labelNames: ['surface'],
      registers: [registry],
    });
  }

  /** All requests without a route count as one, so that nobody can fill the memory with paths that do not exist. */
  count({ surface, method, route = 'none', status, seconds }: FinishedRequest): void {
    this.#seconds.observe({ surface, method, route, status }, seconds);
    if (status === TOO_MANY_REQUESTS) this.#rateLimited.inc({ surface });
  }
}
