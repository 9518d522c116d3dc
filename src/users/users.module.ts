import { Global, Module } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { AuditSubjects } from '../shared/audit/events/audit-subjects.port.js';
import { EnterpriseIds } from '../shared/http/bearer/bearer.ports.js';
import { MailboxNote } from './adapters/mailbox-note.js';
import { messageSender } from './adapters/message-sender.provider.js';
import { DevicesController } from './controllers/devices.controller.js';
import { EnterprisesController } from './controllers/enterprises.controller.js';
import { MailboxController } from './controllers/mailbox.controller.js';
import { UserBatchesController } from './controllers/user-batches.controller.js';
import { UserListController } from './controllers/user-list.controller.js';
import { UsersController } from './controllers/users.controller.js';
import { Devices } from './devices.js';
import { Enterprises } from './enterprises.js';
import { MessageSender } from './message-sender.js';
import { ActivateUser } from './services/activate-user.service.js';
import { ActivationCodes } from './services/activation-codes.service.js';
import { ActivationMailService } from './services/activation-mail.service.js';
import { AuditedUsers } from './services/audited-users.adapter.js';
import { BlockUser } from './services/block-user.service.js';
import { deviceServices } from './services/devices/device-services.js';
import { DevicesService } from './services/devices/devices.service.js';
import { EnrolmentService } from './services/enrolment.service.js';
import { enterpriseServices } from './services/enterprises/enterprise-services.js';
import { KnownEnterprises } from './services/enterprises/known-enterprises.adapter.js';
import { ErasedIds } from './services/erased-ids.js';
import { exportServices } from './services/export/export-services.js';
import { ImportUsers } from './services/import/import-users.service.js';
import { NoteIdvFinished } from './services/note-idv-finished.handler.js';
import { SendActivationCode } from './services/send-activation-code.job.js';
import { StatusConsequences } from './services/status-consequences.service.js';
import { UserCards } from './services/user-directory.service.js';
import { UserList } from './services/user-list.service.js';
import { UserRepository } from './services/user.repository.js';
import { ActiveUsers } from './services/upkeep/active-users.service.js';
import { upkeepServices } from './services/upkeep/upkeep-services.js';
import { UsersService } from './services/users.service.js';
import { UserActivation } from './user-activation.js';
import { UserActivity } from './user-activity.js';
import { UserDirectory } from './user-directory.js';
import { UserLockout } from './user-lockout.js';

const ports = [
  { provide: AuditSubjects, useClass: AuditedUsers },
  { provide: Devices, useExisting: DevicesService },
  { provide: Enterprises, useClass: KnownEnterprises },
  { provide: EnterpriseIds, useExisting: Enterprises },
  { provide: UserActivation, useClass: ActivateUser },
  { provide: UserActivity, useClass: ActiveUsers },
  { provide: UserDirectory, useClass: UserCards },
  { provide: UserLockout, useClass: BlockUser },
];

@Global()
@Module({
  imports: [DiscoveryModule],
  controllers: [
    DevicesController,
    EnterprisesController,
    UserListController,
    UserBatchesController,
    UsersController,
    MailboxController,
  ],
  providers: [
    ...ports,
    ...deviceServices,
    ...enterpriseServices,
    ...exportServices,
    ...upkeepServices,
    messageSender,
    MailboxNote,
    ActivationCodes,
    ActivationMailService,
    EnrolmentService,
    ErasedIds,
    ImportUsers,
    NoteIdvFinished,
    SendActivationCode,
    StatusConsequences,
    UserList,
    UserRepository,
    UsersService,
  ],
  exports: [MessageSender, ...ports.map(({ provide }) => provide)],
})
export class UsersModule {}
