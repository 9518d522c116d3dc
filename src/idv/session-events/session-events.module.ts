import { Module } from '@nestjs/common';
import { SessionEventRepository } from './session-event.repository.js';
import { SessionEvents } from './session-events.service.js';

/** Tells what happened in a session, step by step. All of it goes with the session. */
@Module({ providers: [SessionEventRepository, SessionEvents], exports: [SessionEventRepository, SessionEvents] })
export class SessionEventsModule {}
