import { Module } from '@nestjs/common';
import { OperationsModule } from '../../../shared/observability/index.js';
import { WorkersModule } from '../../../shared/workers/index.js';
import { EngineJobSealer } from './engine-job.js';
import { EngineJobMetrics } from './engine-job-metrics.js';
import { EngineJobRepository } from './engine-job.repository.js';
import { EngineJobWorker } from './engine-job.worker.js';
import { EngineJobs } from './engine-jobs.service.js';
import { EnginePools } from './engine-pools.service.js';

/** Which processes read pictures. */
@Module({
  imports: [OperationsModule, WorkersModule],
  providers: [EngineJobRepository, EngineJobSealer, EngineJobs, EngineJobWorker, EngineJobMetrics, EnginePools],
  exports: [EnginePools],
})
export class EngineProcessesModule {}
