import { Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { ActivationModule } from '../activation/activation.module.js';
import { AddressesModule } from '../addresses/addresses.module.js';
import { DevicesModule } from '../devices/devices.module.js';
import { ExportModule } from '../export/export.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { UserModule } from '../user/user.module.js';
import { ResendActivationCode } from './resend-activation-code.service.js';
import { KeptUsers } from '../contract/ports.js';
import { EnrolmentService } from './enrolment.service.js';
import { ErasedIds } from './erased-ids.service.js';
import { KeptUsersAdapter } from './kept-users.adapter.js';
import { NoteIdvFinished } from './note-idv-finished.handler.js';
import { ActivationInvitations } from './activation-invitations.service.js';
import { StatusHistory } from './status-history.service.js';
import { UserBatchesController } from './user-batches.controller.js';
import { UsersController } from './users.controller.js';
import { UsersService } from './users.service.js';

/** Use cases of an enterprise's portal: it enrols users and moves them through their status. */
@Module({
  imports: [
    ActivationModule,
    AddressesModule,
    DevicesModule,
    DiscoveryModule,
    ExportModule,
    MailModule,
    NoticesModule,
    UserModule,
  ],
  controllers: [UserBatchesController, UsersController],
  providers: [
    ResendActivationCode,
    EnrolmentService,
    ErasedIds,
    { provide: KeptUsers, useClass: KeptUsersAdapter },
    NoteIdvFinished,
    ActivationInvitations,
    StatusHistory,
    UsersService,
  ],
  exports: [EnrolmentService, ErasedIds, KeptUsers, ResendActivationCode, UsersService],
})
export class ManagementModule {}
