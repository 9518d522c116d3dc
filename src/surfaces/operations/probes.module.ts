import cluster from 'node:cluster';
import { Module } from '@nestjs/common';
import { OperationsModule } from '../../shared/observability/index.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';
import { ProcessReports } from './process-reports.adapter.js';
import { ProgramReports } from './program-reports.adapter.js';
import { Reports } from './reports.port.js';

/** Routes of the operations surface for load balancers and scrapers of metrics. */
@Module({
  imports: [OperationsModule],
  controllers: [HealthController, MetricsController],
  providers: [{ provide: Reports, useClass: cluster.isWorker ? ProgramReports : ProcessReports }],
})
export class ProbesModule {}
