import { Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EnterpriseIds } from '../shared/auth-guard/index.js';
import { EnterpriseRates } from '../shared/http/index.js';
import { OutboundModule } from '../shared/outbound/index.js';
import { Brands } from '../shared/pages/index.js';
import { MessageSender } from './contract/message-sender.port.js';
import { Enterprises } from './contract/ports.js';
import { DeclaredEnterprises } from './enterprises/declared-enterprises.adapter.js';
import { EnterpriseBrands } from './enterprises/enterprise-brands.adapter.js';
import { KnownEnterprisesAdapter, KnownRates } from './enterprises/known-enterprises.adapter.js';
import { Enterprise } from './enterprises/enterprise.entity.js';
import { EnterpriseRepository } from './enterprises/enterprise.repository.js';
import { EnterprisesController } from './enterprises/enterprises.controller.js';
import { EnterprisesService } from './enterprises/enterprises.service.js';
import { MessageChannels } from './enterprises/message-channels.service.js';
import { MailboxNote, messageSenders } from './mail/message-sender.provider.js';
import { MailboxController } from './mail/mailbox.controller.js';

const enterprisePorts = [
  { provide: Brands, useClass: EnterpriseBrands },
  { provide: Enterprises, useExisting: KnownEnterprisesAdapter },
  { provide: EnterpriseIds, useExisting: Enterprises },
  { provide: EnterpriseRates, useClass: KnownRates },
];

/** The tenants and their settings. */
const enterprises: Provider[] = [
  DeclaredEnterprises,
  EnterpriseRepository,
  EnterprisesService,
  KnownEnterprisesAdapter,
  MessageChannels,
  ...enterprisePorts,
];

/**
 * Sends messages to people: by a mail server, by a server of the operator or of the enterprise, or into a folder in
 * development.
 */
const mail: Provider[] = [...messageSenders, MailboxNote];

/** The tenants with their settings, and the messages that are sent in their name. */
@Module({
  imports: [OutboundModule, TypeOrmModule.forFeature([Enterprise])],
  controllers: [EnterprisesController, MailboxController],
  providers: [...enterprises, ...mail],
  exports: [MessageChannels, MessageSender, ...enterprisePorts.map(({ provide }) => provide)],
})
export class EnterprisesModule {}
