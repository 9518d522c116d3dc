import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { DiskSpace } from './disk/disk-space.service.js';
import { HealthController, Readiness } from './health.js';
import { MetricsController, MetricsRegistry, PoolMetrics, RequestMetrics, WorkMetrics } from './metrics.js';
import { AccessLog } from './requests/access-log.js';
import { RequestObserver } from './requests/request-observer.js';
import { RequestTraces } from './requests/request-traces.js';

/** What operators see of a running process. Who measures something imports this module and takes the registry. */
@Module({
  imports: [DiscoveryModule],
  controllers: [HealthController, MetricsController],
  providers: [
    Readiness,
    DiskSpace,
    MetricsRegistry,
    PoolMetrics,
    RequestMetrics,
    WorkMetrics,
    AccessLog,
    RequestObserver,
    RequestTraces,
  ],
  exports: [DiskSpace, MetricsRegistry, Readiness],
})
export class OperationsModule {}
