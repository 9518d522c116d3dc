import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CONFIG, type Config } from '../../config.js';
import { Readiness } from './health.js';
import { MetricsRegistry, RequestMetrics } from './metrics.js';
import { AccessLog } from './requests/access-log.js';
import { RequestObserver } from './requests/request-observer.js';
import { RequestTraces } from './requests/request-traces.js';

/** Provides `undefined` unless traces are exported, because even an unused span costs time in each request. */
const traces = {
  provide: RequestTraces,
  inject: [CONFIG],
  useFactory: ({ otlpEndpoint }: Config) => (otlpEndpoint === undefined ? undefined : new RequestTraces()),
};

/** Health, metrics and logs of a running process. Import this module to register metrics. */
@Module({
  imports: [DiscoveryModule],
  providers: [Readiness, MetricsRegistry, RequestMetrics, AccessLog, RequestObserver, traces],
  exports: [MetricsRegistry, Readiness],
})
export class OperationsModule {}
