import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionEventsModule } from '../session-events/session-events.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { HandoverRepository } from './handover.repository.js';
import { Handovers } from './handovers.service.js';
import { Handover } from './handover.entity.js';

/** Lets a user continue on another device. */
@Module({
  imports: [TypeOrmModule.forFeature([Handover]), SessionEventsModule, SessionsModule],
  providers: [HandoverRepository, Handovers],
  exports: [Handovers],
})
export class HandoverModule {}
