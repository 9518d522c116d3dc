import { Module, type Provider } from '@nestjs/common';
import { DiscoveryModule } from '@nestjs/core';
import { TypeOrmModule } from '@nestjs/typeorm';
import { AuditSubjects } from '../audit/contract/index.js';
import { EnterpriseIds } from '../shared/auth-guard/index.js';
import { EnterpriseRates } from '../shared/http/index.js';
import { OutboundModule } from '../shared/outbound/index.js';
import { Brands } from '../shared/pages/index.js';
import { ActivateUser } from './activation/activate-user.service.js';
import { ActivationCode } from './activation/activation-code.entity.js';
import { ActivationCodes } from './activation/activation-codes.service.js';
import { MailPreviewController } from './activation/mail-preview.controller.js';
import { SendActivationCode } from './activation/send-activation-code.job.js';
import { Activities } from './activity/activities.service.js';
import { ActivityController } from './activity/activity.controller.js';
import { AuditedActivity } from './activity/audited-activity.adapter.js';
import { AddressChange } from './addresses/address-change.entity.js';
import { AddressChangeRepository } from './addresses/address-change.repository.js';
import { AddressChanges } from './addresses/address-changes.service.js';
import { AddressLimits } from './addresses/address-limits.service.js';
import { SendAddressCode } from './addresses/send-address-code.job.js';
import { AllowedExport } from './allowed-exports/allowed-export.entity.js';
import { AllowedExportRepository } from './allowed-exports/allowed-export.repository.js';
import { AllowedExportsController } from './allowed-exports/allowed-exports.controller.js';
import { AllowedExports } from './allowed-exports/allowed-exports.service.js';
import { AccountNotices } from './contract/account-notices.port.js';
import { Devices } from './contract/devices.port.js';
import { MailAddresses } from './contract/mail-addresses.port.js';
import { MessageSender } from './contract/message-sender.port.js';
import {
  Enterprises,
  ManagedUsers,
  MailedCodes,
  UserActivation,
  UserActivity,
  UserDirectory,
  UserLockout,
} from './contract/ports.js';
import { DeviceAttestations } from './devices/attestation/device-attestations.service.js';
import { DeviceLastSeen } from './devices/device-last-seen.service.js';
import { Device } from './devices/device.entity.js';
import { DeviceRepository } from './devices/device.repository.js';
import { DevicesController } from './devices/devices.controller.js';
import { DevicesService } from './devices/devices.service.js';
import { DeviceProofs } from './devices/registration/device-proofs.service.js';
import { DeviceRegistrar } from './devices/registration/device-registrar.service.js';
import { NewPhones } from './devices/registration/new-phones.service.js';
import { AuditSubjectsAdapter } from './directory/audit-subjects.adapter.js';
import { UserActivityAdapter } from './directory/user-activity.adapter.js';
import { UserDirectoryAdapter } from './directory/user-directory.adapter.js';
import { UserLockoutAdapter } from './directory/user-lockout.adapter.js';
import { DeclaredEnterprises } from './enterprises/declared-enterprises.adapter.js';
import { EnterpriseBrands } from './enterprises/enterprise-brands.adapter.js';
import { Enterprise } from './enterprises/enterprise.entity.js';
import { EnterpriseRepository } from './enterprises/enterprise.repository.js';
import { EnterprisesController } from './enterprises/enterprises.controller.js';
import { EnterprisesService } from './enterprises/enterprises.service.js';
import { KnownEnterprisesAdapter, KnownRates } from './enterprises/known-enterprises.adapter.js';
import { MessageChannels } from './enterprises/message-channels.service.js';
import { PersonalDataSections, UserExport } from './export/user-export.service.js';
import { ActivationCodeSection, AddressChangesSection, DevicesSection } from './export/users.sections.js';
import { ImportUsers } from './import/import-users.service.js';
import { MailboxController } from './mail/mailbox.controller.js';
import { MailboxNote, messageSenders } from './mail/message-sender.provider.js';
import { CodesByMail } from './mailed-codes/codes-by-mail.service.js';
import { MailedCode } from './mailed-codes/mailed-code.entity.js';
import { SendMailedCode } from './mailed-codes/send-mailed-code.job.js';
import { ActivationInvitations } from './management/activation-invitations.service.js';
import { EnrolmentService } from './management/enrolment.service.js';
import { ErasedIds } from './management/erased-ids.service.js';
import { ManagedUsersAdapter } from './management/managed-users.adapter.js';
import { NoteIdvFinished } from './management/note-idv-finished.handler.js';
import { ResendActivationCode } from './management/resend-activation-code.service.js';
import { StatusHistory } from './management/status-history.service.js';
import { UserBatchesController } from './management/user-batches.controller.js';
import { UsersController } from './management/users.controller.js';
import { UsersService } from './management/users.service.js';
import { AskedNotices, SendAccountNotice } from './notices/send-account-notice.job.js';
import { DeactivateUnusedUsers } from './upkeep/deactivate-unused-users.job.js';
import { EraseDeleted } from './upkeep/erase-deleted.job.js';
import {
  ForgetActions,
  ForgetExports,
  PurgeAddressChanges,
  PurgeDeviceNonces,
  PurgeMailedCodes,
} from './upkeep/purge.jobs.js';
import { CarryOutAction } from './user-actions/carry-out-action.job.js';
import { UserAction } from './user-actions/user-action.entity.js';
import { UserActionRepository } from './user-actions/user-action.repository.js';
import { UserActionsController } from './user-actions/user-actions.controller.js';
import { UserActions } from './user-actions/user-actions.service.js';
import { UserFigures } from './user-list/user-figures.repository.js';
import { UserFiles } from './user-list/user-files.service.js';
import { DeviceHits, UserHits } from './user-list/user-hits.adapter.js';
import { UserListController } from './user-list/user-list.controller.js';
import { UserList } from './user-list/user-list.service.js';
import { UserSearch } from './user-list/user-search.repository.js';
import { UserUpkeepRepository } from './user/user-upkeep.repository.js';
import { UserViews } from './user/user-views.service.js';
import { UserRepository } from './user/user.repository.js';

const enterprisePorts = [
  { provide: Brands, useClass: EnterpriseBrands },
  { provide: Enterprises, useExisting: KnownEnterprisesAdapter },
  { provide: EnterpriseIds, useExisting: Enterprises },
  { provide: EnterpriseRates, useClass: KnownRates },
];

/** Enterprises, which are the tenants, and their settings. */
const enterprises: Provider[] = [
  DeclaredEnterprises,
  EnterpriseRepository,
  EnterprisesService,
  KnownEnterprisesAdapter,
  MessageChannels,
  ...enterprisePorts,
];

/**
 * Sends messages to people through a mail server, or through a message server of the enterprise or of the service. In
 * development, writes them to a folder.
 */
const mail: Provider[] = [...messageSenders, MailboxNote];

/** Ports through which other contexts read users and report their activity and failed attempts. */
const directoryPorts = [
  { provide: AuditSubjects, useClass: AuditSubjectsAdapter },
  { provide: UserActivity, useClass: UserActivityAdapter },
  { provide: UserDirectory, useClass: UserDirectoryAdapter },
  { provide: UserLockout, useClass: UserLockoutAdapter },
];

/** The user record: its entity, its state machine and its storage. */
const user: Provider[] = [UserRepository, UserUpkeepRepository, UserViews];

/** The use cases of an enterprise's portal, which enrols users and changes their status. */
const management: Provider[] = [
  ResendActivationCode,
  EnrolmentService,
  ErasedIds,
  { provide: ManagedUsers, useClass: ManagedUsersAdapter },
  NoteIdvFinished,
  ActivationInvitations,
  StatusHistory,
  UsersService,
];

/** The list of users, with its filters and its search. */
const userList: Provider[] = [UserFigures, UserFiles, UserHits, UserList, UserSearch];

/** Bulk actions on users. */
const userActions: Provider[] = [CarryOutAction, ForgetActions, UserActionRepository, UserActions];

/** Exports of more users than an operator may export without approval. */
const allowedExports: Provider[] = [AllowedExportRepository, AllowedExports, ForgetExports];

/** Lists a user's activity in all parts of the service, ordered by time. */
const activity: Provider[] = [Activities, AuditedActivity];

/** Activation codes, with which users prove that they own their contact data. */
const activation: Provider[] = [
  ActivationCodes,
  SendActivationCode,
  { provide: UserActivation, useClass: ActivateUser },
];

/** Mail addresses that users enter themselves, which they confirm with a code, and changes that can be undone. */
const addresses: Provider[] = [
  AddressChangeRepository,
  AddressChanges,
  { provide: MailAddresses, useExisting: AddressChanges },
  AddressChangesSection,
  AddressLimits,
  PurgeAddressChanges,
  SendAddressCode,
];

/** Codes that are mailed to users so that they prove access to their mailbox. */
const mailedCodes: Provider[] = [
  CodesByMail,
  { provide: MailedCodes, useExisting: CodesByMail },
  SendMailedCode,
  PurgeMailedCodes,
];

/** Mails that tell users what has happened to their account. */
const notices: Provider[] = [AskedNotices, { provide: AccountNotices, useExisting: AskedNotices }, SendAccountNotice];

/** The devices that users sign with. */
const devices: Provider[] = [
  DeviceAttestations,
  DeviceHits,
  DeviceLastSeen,
  DeviceProofs,
  DeviceRepository,
  DevicesSection,
  DevicesService,
  NewPhones,
  PurgeDeviceNonces,
  DeviceRegistrar,
  { provide: Devices, useExisting: DevicesService },
];

/** Exports everything that is stored about one person. */
const userExport: Provider[] = [ActivationCodeSection, PersonalDataSections, UserExport];

/** Imports users from files, for the command `users import`. */
const userImport: Provider[] = [ImportUsers];

/** Erases deleted users after their retention period, and makes unused users INACTIVE. */
const upkeep: Provider[] = [EraseDeleted, DeactivateUnusedUsers];

/** Enterprises and their users, from enrolment to erasure. */
@Module({
  imports: [
    DiscoveryModule,
    OutboundModule,
    TypeOrmModule.forFeature([
      ActivationCode,
      AddressChange,
      AllowedExport,
      Device,
      Enterprise,
      MailedCode,
      UserAction,
    ]),
  ],
  controllers: [
    EnterprisesController,
    MailboxController,
    UserBatchesController,
    UsersController,
    UserListController,
    UserActionsController,
    AllowedExportsController,
    ActivityController,
    MailPreviewController,
    DevicesController,
  ],
  providers: [
    ...enterprises,
    ...mail,
    ...user,
    ...management,
    ...userList,
    ...userActions,
    ...allowedExports,
    ...activity,
    ...activation,
    ...addresses,
    ...mailedCodes,
    ...notices,
    ...devices,
    ...directoryPorts,
    ...userExport,
    ...userImport,
    ...upkeep,
  ],
  exports: [
    ...enterprisePorts.map(({ provide }) => provide),
    ...directoryPorts.map(({ provide }) => provide),
    AccountNotices,
    Devices,
    ManagedUsers,
    MailAddresses,
    MailedCodes,
    MessageSender,
    UserActivation,
  ],
})
export class UsersModule {}
