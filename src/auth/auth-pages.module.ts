import { Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { formBody } from '../shared/pages/form.js';
import { AccountApplications } from './services/account/account-applications.service.js';
import { AccountAddresses } from './controllers/pages/account/account-addresses.js';
import { AccountSessions } from './services/account/account-sessions.service.js';
import { CredentialsModule } from './services/credentials/credentials.module.js';
import { ProtocolModule } from './services/protocol/protocol.module.js';
import { TokensModule } from './services/tokens/tokens.module.js';
import { AccountLoginController } from './controllers/pages/account/account-login.controller.js';
import { AccountPages } from './controllers/pages/account/account-pages.service.js';
import { AccountController } from './controllers/pages/account/account.controller.js';
import { ActivationController } from './controllers/pages/activation.controller.js';
import { InteractionController } from './controllers/pages/interaction.controller.js';
import { InteractionPages } from './controllers/pages/interaction-pages.js';
import { pagesOfAuth } from './hosted-pages.js';

const controllers = [InteractionController, ActivationController, AccountLoginController, AccountController];

/** The pages of sign-in, activation and the account. */
@Module({
  imports: [CredentialsModule, TokensModule, ProtocolModule, pagesOfAuth],
  controllers,
  providers: [InteractionPages, AccountAddresses, AccountApplications, AccountSessions, AccountPages],
})
export class AuthPagesModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(formBody).forRoutes(...controllers);
  }
}
