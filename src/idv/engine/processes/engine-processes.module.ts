import { Module } from '@nestjs/common';
import { OperationsModule } from '../../../shared/observability/index.js';
import { WorkersModule } from '../../../shared/workers/index.js';
import { EnginePools } from './engine-pools.service.js';
import { EngineRequestSealer } from './engine-request.js';
import { EngineRequestMetrics } from './engine-request-metrics.js';
import { EngineRequestRepository } from './engine-request.repository.js';
import { EngineRequests } from './engine-requests.service.js';
import { ReadDocuments, ReadFaces } from './read-pictures.job.js';
import { RemoveUnwantedRequests } from './remove-unwanted-requests.job.js';

/** Decides which processes read pictures. */
@Module({
  imports: [OperationsModule, WorkersModule],
  providers: [
    EngineRequestRepository,
    EngineRequestSealer,
    EngineRequests,
    EngineRequestMetrics,
    EnginePools,
    ReadDocuments,
    ReadFaces,
    RemoveUnwantedRequests,
  ],
  exports: [EnginePools],
})
export class EngineProcessesModule {}
