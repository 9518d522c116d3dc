import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { MetricsRegistry, Readiness, type Report } from '../../shared/observability/index.js';
import type { OwnReports, ReportKind, ReportsOfAll, ReportToPrimary, ReportToProcess } from './report-messages.js';

/** Returns health and metrics to probes and scrapers, for this process alone or for all processes of the program. */
export abstract class Reports {
  abstract health(): Promise<Report>;
  /** The metrics in Prometheus' text format. */
  abstract metrics(): Promise<string>;
}

@Injectable()
export class ProcessReports extends Reports {
  constructor(
    private readonly readiness: Readiness,
    private readonly registry: MetricsRegistry,
  ) {
    super();
  }

  health(): Promise<Report> {
    return this.readiness.report();
  }

  metrics(): Promise<string> {
    return this.registry.metrics();
  }
}

/** Requests reports from the primary process, which collects them from every process, including this one. */
@Injectable()
export class ProgramReports extends Reports implements OnApplicationShutdown {
  readonly #waiting = new Map<number, (report: unknown) => void>();
  #lastId = 0;

  constructor(
    private readonly readiness: Readiness,
    private readonly registry: MetricsRegistry,
  ) {
    super();
    process.on('message', this.#hear);
  }

  health(): Promise<Report> {
    return this.#ofAll('health');
  }

  metrics(): Promise<string> {
    return this.#ofAll('metrics');
  }

  onApplicationShutdown(): void {
    process.off('message', this.#hear);
  }

  #ofAll<K extends ReportKind>(kind: K): Promise<ReportsOfAll[K]> {
    const id = ++this.#lastId;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve as (report: unknown) => void);
      tell({ type: 'report-of-all-wanted', id, kind });
    });
  }

  readonly #hear = (message: ReportToProcess): void => {
    if (message.type === 'own-report-wanted') {
      void this.#own(message.kind).then((report) => tell({ type: 'own-report', id: message.id, report }));
    } else {
      this.#waiting.get(message.id)?.(message.report);
      this.#waiting.delete(message.id);
    }
  };

  #own(kind: ReportKind): Promise<OwnReports[ReportKind]> {
    return kind === 'health' ? this.readiness.report() : this.registry.getMetricsAsJSON();
  }
}

/**
 * Sends a message to the primary process. Drops it if the primary has ended, because this process is then about to end,
 * too.
 */
function tell(message: ReportToPrimary): void {
  if (process.connected) process.send?.(message);
}
