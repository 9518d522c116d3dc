import { Module } from '@nestjs/common';
import { OperationsModule } from '../../shared/operations/operations.module.js';
import { HealthController } from './health.controller.js';
import { MetricsController } from './metrics.controller.js';

/** Routes of the operations surface for balancers and scrapers. */
@Module({ imports: [OperationsModule], controllers: [HealthController, MetricsController] })
export class ProbesModule {}
