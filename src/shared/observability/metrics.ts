import { collectDefaultMetrics, Registry, Counter, Histogram } from 'prom-client';
import { Injectable } from '@nestjs/common';
import type { FinishedRequest } from './requests/access-log.js';

/**
 * The metrics of one application. The library's global registry is not used, because one process may run several
 * applications, as in tests.
 */
export class MetricsRegistry extends Registry {
  constructor() {
    super();
    collectDefaultMetrics({ register: this });
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

  /**
   * Counts a request. All requests that match no route share one label, so that requests for random paths cannot fill
   * up memory.
   */
  count({ surface, method, route = 'none', status, seconds }: FinishedRequest): void {
    this.#seconds.observe({ surface, method, route, status }, seconds);
    if (status === TOO_MANY_REQUESTS) this.#rateLimited.inc({ surface });
  }
}
