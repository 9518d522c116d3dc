import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { PeopleModule } from '../people/people.module.js';
import { ConsoleSession } from './console-session.entity.js';
import { ConsoleSessionRepository } from './console-session.repository.js';
import { ConsoleSessions } from './console-sessions.service.js';
import { EndSessionsOfOperator } from './end-sessions-of-operator.handler.js';
import { MeController } from './me.controller.js';
import { MeService } from './me.service.js';
import { PurgeSessions } from './purge-sessions.job.js';

/** Sessions at the console. */
@Module({
  imports: [PeopleModule, TypeOrmModule.forFeature([ConsoleSession])],
  controllers: [MeController],
  providers: [ConsoleSessionRepository, ConsoleSessions, EndSessionsOfOperator, MeService, PurgeSessions],
  exports: [ConsoleSessionRepository, ConsoleSessions],
})
export class SessionsModule {}
