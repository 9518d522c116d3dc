import { Module } from '@nestjs/common';
import { UserUpkeepRepository } from './user-upkeep.repository.js';
import { UserRepository } from './user.repository.js';

/** The record of a user: its entity, its state machine and where it is kept. */
@Module({
  providers: [UserRepository, UserUpkeepRepository],
  exports: [UserRepository, UserUpkeepRepository],
})
export class UserModule {}
