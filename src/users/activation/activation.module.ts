import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { UserActivation } from '../contract/ports.js';
import { MailModule } from '../mail/mail.module.js';
import { UserModule } from '../user/user.module.js';
import { ActivateUser } from './activate-user.service.js';
import { ActivationCode } from './activation-code.entity.js';
import { ActivationCodes } from './activation-codes.service.js';
import { MailPreviewController } from './mail-preview.controller.js';
import { SendActivationCode } from './send-activation-code.job.js';

/** Activation codes, with which users prove that they own their contact data. */
@Module({
  imports: [MailModule, UserModule, TypeOrmModule.forFeature([ActivationCode])],
  controllers: [MailPreviewController],
  providers: [ActivationCodes, SendActivationCode, { provide: UserActivation, useClass: ActivateUser }],
  exports: [ActivationCodes, UserActivation],
})
export class ActivationModule {}
