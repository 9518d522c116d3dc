import { Module } from '@nestjs/common';
import { EventsModule } from '../../shared/events/index.js';
import { EventsController } from './events.controller.js';
import { JobsController } from './jobs.controller.js';
import { ParkedWork } from './parked-work.service.js';

/** Lists jobs and events that failed too often, repeats them, or removes them. */
@Module({ imports: [EventsModule], controllers: [EventsController, JobsController], providers: [ParkedWork] })
export class ParkedWorkModule {}
