import { Module } from '@nestjs/common';
import { EventsModule } from './events/events.module.js';
import { StreamsModule } from './streams/streams.module.js';

/** Informs other systems about ended sessions, changed credentials and disabled accounts (Shared Signals Framework). */
@Module({ imports: [StreamsModule, EventsModule] })
export class SharedSignalsModule {}
