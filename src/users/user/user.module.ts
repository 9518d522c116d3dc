import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Enterprise } from '../enterprises/enterprise.entity.js';
import { UserUpkeepRepository } from './user-upkeep.repository.js';
import { UserViews } from './user-views.service.js';
import { UserRepository } from './user.repository.js';

/** The user record: its entity, its state machine and its storage. */
@Module({
  imports: [TypeOrmModule.forFeature([Enterprise])],
  providers: [UserRepository, UserUpkeepRepository, UserViews],
  exports: [UserRepository, UserUpkeepRepository, UserViews],
})
export class UserModule {}
