import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { HealthController } from './health/health.controller.js';
import { Readiness } from './health/readiness.js';
import { MetricsController } from './metrics/metrics.controller.js';
import { MetricsRegistry } from './metrics/metrics-registry.js';
import { PoolMetrics } from './metrics/pool-metrics.js';
import { RequestMetrics } from './metrics/request-metrics.js';
import { WorkMetrics } from './metrics/work-metrics.js';
import { AccessLog } from './requests/access-log.js';
import { RequestObserver } from './requests/request-observer.js';
import { RequestTraces } from './traces/request-traces.js';

/** What operators see of a running process. A context that measures something takes the registry. */
@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [HealthController, MetricsController],
  providers: [
    Readiness,
    MetricsRegistry,
    PoolMetrics,
    RequestMetrics,
    WorkMetrics,
    AccessLog,
    RequestObserver,
    RequestTraces,
  ],
  exports: [MetricsRegistry],
})
export class OperationsModule {}
