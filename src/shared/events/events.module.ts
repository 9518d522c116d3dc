import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { CqrsModule } from '@nestjs/cqrs';
import { typeOfClass } from '../kernel/index.js';
import { OperationsModule } from '../observability/index.js';
import { PersistenceModule } from '../persistence/index.js';
import { BackgroundWork } from './background-work.js';
import { CommitDelivery } from './commit-delivery.service.js';
import { BusEventTransport, EventTransport, OutboxDelivery } from './outbox.delivery.js';
import { jobProviders } from '../jobs/index.js';
import { OutboxAdministration } from './outbox-administration.service.js';
import { OutboxRelay } from './outbox.relay.js';
import { OutboxStats, OutboxStore } from './outbox.store.js';
import { OutboxSweeper } from './outbox.sweeper.js';
import { PurgeInbox, PurgeSignals } from './purge.job.js';
import { PostgresSignalTransport } from './signals/postgres-signals.js';
import { SignalTransport, Signals } from './signals/signals.js';
import { WorkMetrics } from './work-metrics.service.js';

/** Delivers events through an outbox, runs jobs, and sends signals to all processes. */
@Module({
  imports: [
    OperationsModule,
    PersistenceModule,
    DiscoveryModule,
    CqrsModule.forRoot({ rethrowUnhandled: true, eventIdProvider: { getEventId: typeOfClass } }),
  ],
  providers: [
    ...jobProviders,
    { provide: EventTransport, useClass: BusEventTransport },
    OutboxStore,
    OutboxAdministration,
    OutboxDelivery,
    OutboxRelay,
    OutboxStats,
    OutboxSweeper,
    { provide: SignalTransport, useClass: PostgresSignalTransport },
    Signals,
    PurgeInbox,
    PurgeSignals,
    BackgroundWork,
    CommitDelivery,
    WorkMetrics,
  ],
  exports: [...jobProviders, OutboxAdministration, OutboxRelay, OutboxStats, Signals],
})
export class EventsModule {}
