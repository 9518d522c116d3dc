import { Module } from '@nestjs/common';
import { OutboundModule } from '../../shared/outbound/index.js';
import { MessageSender } from '../contract/message-sender.port.js';
import { MailboxController } from './mailbox.controller.js';
import { MailboxNote } from './mailbox-note.provider.js';
import { messageSender } from './message-sender.provider.js';

/** Messages to people: by a mail server, by a server of the operator, or kept in a folder for a developer. */
@Module({
  imports: [OutboundModule],
  controllers: [MailboxController],
  providers: [messageSender, MailboxNote],
  exports: [MessageSender],
})
export class MailModule {}
