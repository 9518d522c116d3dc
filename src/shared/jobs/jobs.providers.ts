import type { Provider } from '@nestjs/common';
import { JobAdministration } from './job-administration.service.js';
import { JobStore } from './job.store.js';
import { JobWorker } from './job.worker.js';
import { JobHandlers } from './job.js';
import { LaneHolds } from './lane-holds.js';
import { RowUpkeep } from './upkeep/row-upkeep.js';
import { QuarantinedRows } from './upkeep/quarantined-rows.repository.js';

/** Jobs in PostgreSQL. `EventsModule` provides them, and its `BackgroundWork` starts and stops the worker. */
export const jobProviders: readonly Provider[] = [
  JobHandlers,
  JobStore,
  JobWorker,
  LaneHolds,
  JobAdministration,
  QuarantinedRows,
  RowUpkeep,
];
