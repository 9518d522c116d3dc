import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionEventRepository } from './session-event.repository.js';
import { SessionEvents } from './session-events.service.js';
import { SessionEvent } from './session-event.entity.js';

/** Records what happened in a session, step by step. All of it is deleted with the session. */
@Module({
  imports: [TypeOrmModule.forFeature([SessionEvent])],
  providers: [SessionEventRepository, SessionEvents],
  exports: [SessionEventRepository, SessionEvents],
})
export class SessionEventsModule {}
