import { Injectable } from '@nestjs/common';
import { MetricsRegistry, Readiness, type Report } from '../../shared/observability/index.js';
import { Reports } from './reports.port.js';

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
