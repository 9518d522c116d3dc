import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { MailedCodes } from '../contract/mailed-codes.port.js';
import { MailModule } from '../mail/mail.module.js';
import { UserModule } from '../user/user.module.js';
import { CodesByMail } from './codes-by-mail.service.js';
import { MailedCode } from './mailed-code.entity.js';
import { PurgeMailedCodes } from './purge-mailed-codes.job.js';
import { SendMailedCode } from './send-mailed-code.job.js';

/** Codes that are mailed to users, to prove that they read their mail. */
@Module({
  imports: [MailModule, UserModule, TypeOrmModule.forFeature([MailedCode])],
  providers: [CodesByMail, { provide: MailedCodes, useExisting: CodesByMail }, SendMailedCode, PurgeMailedCodes],
  exports: [MailedCodes],
})
export class MailedCodesModule {}
