import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { Readiness } from './health.js';
import { MetricsRegistry, RequestMetrics } from './metrics.js';
import { AccessLog } from './requests/access-log.js';
import { RequestObserver } from './requests/request-observer.js';
import { RequestTraces } from './requests/request-traces.js';

/** Health, metrics and logs of a running process. A module that measures something imports this one for the registry. */
@Module({
  imports: [DiscoveryModule],
  providers: [Readiness, MetricsRegistry, RequestMetrics, AccessLog, RequestObserver, RequestTraces],
  exports: [MetricsRegistry, Readiness],
})
export class OperationsModule {}
