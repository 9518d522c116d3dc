export { BackgroundWork } from './background-work.js';
export { EventsModule } from './events.module.js';
export { OutboxAdministration, type ParkedEvent } from './outbox-administration.service.js';
export { OutboxRelay } from './outbox.relay.js';
export { OutboxStats } from './outbox.store.js';
export { purge, PurgeJob } from './purge.job.js';
export { Signals } from './signals/signals.js';
