import { Injectable } from '@nestjs/common';
import { Readiness, type Report } from '../../shared/operations/health.js';
import { MetricsRegistry } from '../../shared/operations/metrics.js';
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
