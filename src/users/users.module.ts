import { Global, Module } from '@nestjs/common';
import { ActivationCodes } from './services/activation-codes.service.js';
import { EnrolmentService } from './services/enrolment.service.js';
import { ErasedIds } from './services/erased-ids.js';
import { NoteIdvFinished } from './services/note-idv-finished.handler.js';
import { StatusConsequences } from './services/status-consequences.service.js';
import { UserList } from './services/user-list.service.js';
import { UserRepository } from './services/user.repository.js';
import { UsersService } from './services/users.service.js';

@Global()
@Module({
  providers: [
    ActivationCodes,
    EnrolmentService,
    ErasedIds,
    NoteIdvFinished,
    StatusConsequences,
    UserList,
    UserRepository,
    UsersService,
  ],
})
export class UsersModule {}
