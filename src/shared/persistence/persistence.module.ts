import { Module } from '@nestjs/common';
import { EventsModule } from '../events/events.module.js';
import { DatabaseModule } from './database.module.js';
import { UnitOfWork } from './unit-of-work.js';

/** The database and the unit of work, which wakes the relay of events and the job worker once it has committed. */
@Module({
  imports: [DatabaseModule, EventsModule],
  providers: [UnitOfWork],
  exports: [DatabaseModule, UnitOfWork],
})
export class PersistenceModule {}
