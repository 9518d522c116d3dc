import { Module } from '@nestjs/common';
import { EventsModule } from '../../shared/events/index.js';
import { EventsController } from './events.controller.js';
import { JobsController } from './jobs.controller.js';
import { ParkedWork } from './parked-work.service.js';

/** Shows jobs and events that failed too often, and does them again or drops them. */
@Module({ imports: [EventsModule], controllers: [EventsController, JobsController], providers: [ParkedWork] })
export class ParkedWorkModule {}
