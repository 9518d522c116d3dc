import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { typeOfClass } from '../kernel/event.js';
import { OperationsModule } from '../operations/operations.module.js';
import { PersistenceModule } from '../persistence/persistence.module.js';
import { BackgroundWork } from './background-work.js';
import { CommitDelivery } from './commit-delivery.service.js';
import { BusEventTransport, EventTransport, OutboxDelivery } from './outbox.delivery.js';
import { JobAdministration } from './jobs/job-administration.service.js';
import { JobHandlers } from './jobs/job.js';
import { JobStore } from './jobs/job.store.js';
import { JobWorker } from './jobs/job.worker.js';
import { LaneHolds } from './jobs/lane-holds.js';
import { OutboxRelay } from './outbox.relay.js';
import { OutboxStats, OutboxStore } from './outbox.store.js';
import { OutboxSweeper } from './outbox.sweeper.js';
import { PurgeInbox, PurgeSignals } from './purge.job.js';
import { PostgresSignalTransport } from './signals/postgres-signals.js';
import { SignalTransport, Signals } from './signals/signals.js';
import { RowUpkeep } from './upkeep/row-upkeep.js';
import { SetAside } from './upkeep/set-aside.repository.js';
import { WorkMetrics } from './work-metrics.service.js';

/** Events by the outbox, jobs, and signals to all processes. */
@Module({
  imports: [
    OperationsModule,
    PersistenceModule,
    DiscoveryModule,
    CqrsModule.forRoot({ rethrowUnhandled: true, eventIdProvider: { getEventId: typeOfClass } }),
  ],
  providers: [
    { provide: EventTransport, useClass: BusEventTransport },
    OutboxStore,
    OutboxDelivery,
    OutboxRelay,
    OutboxStats,
    OutboxSweeper,
    JobHandlers,
    JobStore,
    JobWorker,
    LaneHolds,
    JobAdministration,
    { provide: SignalTransport, useClass: PostgresSignalTransport },
    Signals,
    SetAside,
    RowUpkeep,
    PurgeInbox,
    PurgeSignals,
    BackgroundWork,
    CommitDelivery,
    WorkMetrics,
  ],
  exports: [
    OutboxRelay,
    OutboxStats,
    JobStore,
    JobWorker,
    JobAdministration,
    JobHandlers,
    LaneHolds,
    Signals,
    RowUpkeep,
    SetAside,
  ],
})
export class EventsModule {}
