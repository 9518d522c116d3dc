import { Module } from '@nestjs/common';
import { AccountNotices } from '../contract/account-notices.port.js';
import { MailModule } from '../mail/mail.module.js';
import { UserModule } from '../user/user.module.js';
import { AskedNotices, SendAccountNotice } from './send-account-notice.job.js';

/** Mails that tell users what has happened to their account. */
@Module({
  imports: [MailModule, UserModule],
  providers: [AskedNotices, { provide: AccountNotices, useExisting: AskedNotices }, SendAccountNotice],
  exports: [AccountNotices, AskedNotices],
})
export class NoticesModule {}
