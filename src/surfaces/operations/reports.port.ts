import type { Report } from '../../shared/observability/index.js';

/** The answers to probes and scrapers, about this process alone or about all processes of the program. */
export abstract class Reports {
  abstract health(): Promise<Report>;
  /** The metrics in Prometheus' text format. */
  abstract metrics(): Promise<string>;
}
