import { Module } from '@nestjs/common';
import { SessionEventsModule } from '../session-events/session-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { HandoverRepository } from './handover.repository.js';
import { Handovers } from './handovers.service.js';

/** Lets a user go on with another device. */
@Module({
  imports: [SessionEventsModule, SessionsModule],
  providers: [HandoverRepository, Handovers],
  exports: [Handovers],
})
export class HandoverModule {}
