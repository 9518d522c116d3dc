import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailAddresses } from '../contract/mail-addresses.port.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { MailModule } from '../mail/mail.module.js';
import { NoticesModule } from '../notices/notices.module.js';
import { UserModule } from '../user/user.module.js';
import { AddressChange } from './address-change.entity.js';
import { AddressChangeRepository } from './address-change.repository.js';
import { AddressChanges } from './address-changes.service.js';
import { AddressChangesSection } from './address-changes.section.js';
import { AddressLimits } from './address-limits.service.js';
import { PurgeAddressChanges } from './purge-address-changes.job.js';
import { SendAddressCode } from './send-address-code.job.js';

/** Mail addresses that users enter themselves, with confirmation and undo of a change. */
@Module({
  imports: [EnterprisesModule, MailModule, NoticesModule, UserModule, TypeOrmModule.forFeature([AddressChange])],
  providers: [
    AddressChangeRepository,
    AddressChanges,
    { provide: MailAddresses, useExisting: AddressChanges },
    AddressChangesSection,
    AddressLimits,
    PurgeAddressChanges,
    SendAddressCode,
  ],
  exports: [AddressChangeRepository, AddressChanges, MailAddresses],
})
export class AddressesModule {}
