import { BackgroundWork } from './background-work.js';
import { BusEventCarrier, EventCarrier } from './event-carrier.js';
import { JobDesk } from './jobs/job.desk.js';
import { JobHandlers } from './jobs/job-handlers.js';
import { JobStore } from './jobs/job.store.js';
import { JobWorker } from './jobs/job.worker.js';
import { OutboxDelivery } from './outbox.delivery.js';
import { OutboxRelay } from './outbox.relay.js';
import { OutboxStats } from './outbox.stats.js';
import { OutboxStore } from './outbox.store.js';
import { OutboxSweeper } from './outbox.sweeper.js';
import { PurgeInbox } from './purges/purge-inbox.job.js';
import { PurgeSignals } from './purges/purge-signals.job.js';
import { PostgresSignalCarrier } from './signals/postgres-signal-carrier.js';
import { SignalCarrier } from './signals/signal-carrier.js';
import { Signals } from './signals/signals.js';

/** Events, jobs and signals, for the shared module. */
export const eventServices = [
  { provide: EventCarrier, useClass: BusEventCarrier },
  OutboxStore,
  OutboxDelivery,
  OutboxRelay,
  OutboxStats,
  OutboxSweeper,
  JobHandlers,
  JobStore,
  JobWorker,
  JobDesk,
  { provide: SignalCarrier, useClass: PostgresSignalCarrier },
  Signals,
  PurgeInbox,
  PurgeSignals,
  BackgroundWork,
];
