import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { GrantsModule } from '../grants/grants.module.js';
import { LogoutModule } from '../logout/logout.module.js';
import { StoredRecord } from '../protocol/storage/stored-record.entity.js';
import { LoginSessionTermination } from './login-session-termination.service.js';
import { SessionLife } from './session-life.service.js';
import { SessionOrigins } from './session-origins.service.js';

/** Login sessions: how long they last, where they began, and what ends with them. */
@Module({
  imports: [GrantsModule, LogoutModule, TypeOrmModule.forFeature([StoredRecord])],
  providers: [SessionLife, SessionOrigins, LoginSessionTermination],
  exports: [SessionLife, SessionOrigins, LoginSessionTermination],
})
export class SessionsModule {}
