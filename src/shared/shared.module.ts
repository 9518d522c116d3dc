import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { BusEventCarrier, EventCarrier } from './events/event-carrier.js';
import { OutboxRelay } from './events/outbox.relay.js';
import { SignalSender } from './events/signal-sender.js';
import { Clock, SystemClock } from './kernel/clock.js';
import { typeOfClass } from './kernel/event.js';
import { Database } from './persistence/database.js';
import { UnitOfWork } from './persistence/unit-of-work.js';

const services = [
  Database,
  UnitOfWork,
  OutboxRelay,
  SignalSender,
  { provide: Clock, useClass: SystemClock },
  { provide: EventCarrier, useClass: BusEventCarrier },
];

@Global()
@Module({
  imports: [CqrsModule.forRoot({ rethrowUnhandled: true, eventIdProvider: { getEventId: typeOfClass } })],
  providers: services,
  exports: services,
})
export class SharedModule {}
