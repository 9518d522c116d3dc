import { Module } from '@nestjs/common';
import { OutboundModule } from '../../shared/outbound/index.js';
import { MessageSender } from '../contract/message-sender.port.js';
import { EnterprisesModule } from '../enterprises/enterprises.module.js';
import { MailboxController } from './mailbox.controller.js';
import { MailboxNote } from './mailbox-note.provider.js';
import { messageSenders } from './message-sender.provider.js';

/**
 * Sends messages to people: by a mail server, by a server of the operator or of the enterprise, or into a folder in
 * development.
 */
@Module({
  imports: [EnterprisesModule, OutboundModule],
  controllers: [MailboxController],
  providers: [...messageSenders, MailboxNote],
  exports: [MessageSender],
})
export class MailModule {}
