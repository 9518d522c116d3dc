import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { SessionsModule } from '../sessions/sessions.module.js';
import { ConsoleClient } from './console-client.service.js';
import { ConsoleEntrance } from './console-entrance.service.js';
import { ConsoleKey } from './console-key.entity.js';
import { SignInController } from './sign-in.controller.js';
import { SignIns } from './sign-ins.service.js';

/** Signs operators in, and finds the session of each request. */
@Module({
  imports: [SessionsModule, TypeOrmModule.forFeature([ConsoleKey])],
  controllers: [SignInController],
  providers: [ConsoleClient, ConsoleEntrance, SignIns],
  exports: [ConsoleClient, ConsoleEntrance],
})
export class SignInModule {}
