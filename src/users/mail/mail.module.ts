import { Module } from '@nestjs/common';
import { MessageSender } from '../contract/message-sender.port.js';
import { MailboxController } from './mailbox.controller.js';
import { MailboxNote } from './mailbox-note.provider.js';
import { messageSender } from './message-sender.provider.js';

/** Messages to people: by a mail server, or kept in a folder for a developer. */
@Module({
  controllers: [MailboxController],
  providers: [messageSender, MailboxNote],
  exports: [MessageSender],
})
export class MailModule {}
