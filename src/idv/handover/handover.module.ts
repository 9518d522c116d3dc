import { Module } from '@nestjs/common';
import { SessionsModule } from '../sessions/sessions.module.js';
import { HandoverRepository } from './handover.repository.js';
import { Handovers } from './handovers.service.js';

/** Lets a user go on with another device. */
@Module({ imports: [SessionsModule], providers: [HandoverRepository, Handovers], exports: [Handovers] })
export class HandoverModule {}
