import type { Report } from '../../shared/operations/health.js';

/** The answers to probes and scrapers: about this process, or about all processes of one start. */
export abstract class Reports {
  abstract health(): Promise<Report>;
  /** A page in Prometheus' text format. */
  abstract metrics(): Promise<string>;
}
