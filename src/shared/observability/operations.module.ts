import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CONFIG, type Config } from '../../config.js';
import { Readiness } from './health.js';
import { MetricsRegistry, RequestMetrics } from './metrics.js';
import { AccessLog } from './requests/access-log.js';
import { RequestObserver } from './requests/request-observer.js';
import { RequestTraces } from './requests/request-traces.js';

/** Only while they are collected: even an unused span would cost each request something. */
const traces = {
  provide: RequestTraces,
  inject: [CONFIG],
  useFactory: ({ otlpEndpoint }: Config) => (otlpEndpoint === undefined ? undefined : new RequestTraces()),
};

/** Health, metrics and logs of a running process. A module that measures something imports this one for the registry. */
@Module({
  imports: [DiscoveryModule],
  providers: [Readiness, MetricsRegistry, RequestMetrics, AccessLog, RequestObserver, traces],
  exports: [MetricsRegistry, Readiness],
})
export class OperationsModule {}
