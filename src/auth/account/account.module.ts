import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { formBody } from '../../shared/pages/index.js';
import { ApisModule } from '../apis/apis.module.js';
import { ClientModule } from '../client/client.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { pagesOfAuth } from '../hosted-pages/hosted-pages.module.js';
import { ProtocolModule } from '../protocol/protocol.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { AccountAddressController } from './account-address.controller.js';
import { AccountApprovalController } from './factors/account-approval.controller.js';
import { AccountFactorRecoveryController } from './factors/account-factor-recovery.controller.js';
import { MailedCodePages } from './mailed-codes/mailed-code-pages.service.js';
import { AccountRecoveryCodesController } from './factors/account-recovery-codes.controller.js';
import { AccountAddresses } from './account-addresses.service.js';
import { AccountApplications } from './account-applications.service.js';
import { AccountLoginController } from './account-login.controller.js';
import { AccountPages } from './account-pages.service.js';
import { AccountSessions } from './account-sessions.service.js';
import { AccountSurety } from './account-surety.service.js';
import { AccountTotpController } from './account-totp.controller.js';
import { AccountController } from './account.controller.js';
import { ShownPasskeys } from './shown-passkeys.service.js';

const controllers = [
  AccountLoginController,
  AccountAddressController,
  AccountApprovalController,
  AccountTotpController,
  AccountRecoveryCodesController,
  AccountFactorRecoveryController,
  AccountController,
];

/** The account page: passkeys, password, applications and sessions of a user. */
@Module({
  imports: [ApisModule, ClientModule, CredentialsModule, GrantsModule, ProtocolModule, SessionsModule, pagesOfAuth],
  controllers,
  exports: [AccountApplications, AccountSessions],
  providers: [
    AccountAddresses,
    AccountApplications,
    AccountPages,
    AccountSessions,
    AccountSurety,
    MailedCodePages,
    ShownPasskeys,
  ],
})
export class AccountModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(formBody).forRoutes(...controllers);
  }
}
