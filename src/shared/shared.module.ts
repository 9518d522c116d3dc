import { Global, Module } from '@nestjs/common';
import { CqrsModule } from '@nestjs/cqrs';
import { CONFIG, type Config } from '../config.js';
import { auditServices } from './audit/audit-services.js';
import { BusEventCarrier, EventCarrier } from './events/event-carrier.js';
import { OutboxRelay } from './events/outbox.relay.js';
import { SignalSender } from './events/signal-sender.js';
import { Clock, SystemClock } from './kernel/clock.js';
import { typeOfClass } from './kernel/event.js';
import { BlindIndex } from './security/sealing/blind-index.js';
import { Keyring } from './security/sealing/keyring.js';
import { Sealer } from './security/sealing/sealer.js';
import { Database } from './persistence/database.js';
import { UnitOfWork } from './persistence/unit-of-work.js';

const services = [
  Database,
  UnitOfWork,
  OutboxRelay,
  SignalSender,
  { provide: Keyring, inject: [CONFIG], useFactory: ({ encryptionKeys = '' }: Config) => Keyring.parse(encryptionKeys) },
  { provide: Sealer, inject: [Keyring], useFactory: (ring: Keyring) => new Sealer(ring) },
  { provide: BlindIndex, inject: [Keyring], useFactory: (ring: Keyring) => new BlindIndex(ring) },
  { provide: Clock, useClass: SystemClock },
  { provide: EventCarrier, useClass: BusEventCarrier },
  ...auditServices,
];

@Global()
@Module({
  imports: [CqrsModule.forRoot({ rethrowUnhandled: true, eventIdProvider: { getEventId: typeOfClass } })],
  providers: services,
  exports: services,
})
export class SharedModule {}
