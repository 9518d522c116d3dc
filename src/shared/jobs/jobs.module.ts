import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { PersistenceModule } from '../persistence/index.js';
import { JobAdministration } from './job-administration.service.js';
import { JobStore } from './job.store.js';
import { JobWorker } from './job.worker.js';
import { JobHandlers } from './job.js';
import { LaneHolds } from './lane-holds.js';
import { RowUpkeep } from './upkeep/row-upkeep.js';
import { QuarantinedRows } from './upkeep/quarantined-rows.repository.js';

const usedElsewhere = [JobHandlers, JobStore, JobWorker, LaneHolds, JobAdministration, QuarantinedRows, RowUpkeep];

/** Jobs in PostgreSQL. `BackgroundWork` of the module for events starts and stops the worker. */
@Module({ imports: [PersistenceModule, DiscoveryModule], providers: usedElsewhere, exports: usedElsewhere })
export class JobsModule {}
