import { Module } from '@nestjs/common';
import { EventsModule } from './events/events.module.js';
import { StreamsModule } from './streams/streams.module.js';

/** Tells other systems of sessions that end, credentials that change, and accounts that are disabled. */
@Module({ imports: [StreamsModule, EventsModule] })
export class SharedSignalsModule {}
