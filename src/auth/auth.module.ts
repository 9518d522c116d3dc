import { Global, Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { BearerModule } from '../shared/http/bearer/bearer.module.js';
import { ClientFacts, RevokedTokens, TokenKeys } from '../shared/http/bearer/bearer.ports.js';
import { WorkersModule } from '../shared/workers/workers.module.js';
import { formBody } from '../shared/pages/form.js';
import { ClientsController } from './controllers/clients.controller.js';
import { credentialServices } from './services/credentials/credential-services.js';
import { Accounts, TokenTerms } from './services/protocol/token-terms.js';
import { AuthorizationServer } from './services/protocol/authorization-server.js';
import { EngineBuilder } from './services/protocol/engine-builder.js';
import { EngineClients } from './services/protocol/engine-clients.js';
import { EngineConfiguration } from './services/protocol/engine-configuration.js';
import { EngineStore } from './services/protocol/engine-store.js';
import { CorsPolicy } from './services/protocol/cors.js';
import { Redemptions } from './services/protocol/code-redemption.js';
import { StructuredTokens } from './services/protocol/structured-tokens.js';
import { TokenRequestsObserver } from './services/protocol/token-requests.observer.js';
import { LogoutNotices, LogoutTokens, TellLogout } from './services/sessions/back-channel-logout.js';
import { LoginSessionTermination, SessionLife } from './services/sessions/login-sessions.service.js';
import { pageControllers, pagesOfAuth, pageServices } from './hosted-pages.js';
import { AdministratorFile, Administrators } from './services/clients/administrators.service.js';
import { ClientManagers, ClientsService } from './services/clients/clients.service.js';
import { ClientRegistry, ClientRepository, ForgetClient } from './services/clients/client.repository.js';
import { EndTokensOfUser, GrantRevocation } from './services/tokens/grant-revocation.service.js';
import { SignalSubscriptions } from './services/signal-subscriptions.js';
import { KeepSigningKeys } from './services/keys/signing-key-upkeep.job.js';
import { PurgeEngineRecords } from './services/protocol/stored-model.js';
import { PurgeVoids, RevokedTokenList } from './services/tokens/revoked-tokens.service.js';
import { SigningKeyRotation } from './services/keys/signing-key-rotation.service.js';
import { SigningKeys } from './services/keys/signing-keys.service.js';
import { TokenRevocation } from './services/tokens/token-revocation.service.js';
import { StepUpTries } from './contract.js';

const keys = [SigningKeys, SigningKeyRotation, KeepSigningKeys];
const clients = [
  ClientRegistry,
  ClientRepository,
  ClientManagers,
  ClientsService,
  ForgetClient,
  Administrators,
  AdministratorFile,
];
const voids = [RevokedTokenList, TokenRevocation, GrantRevocation, EndTokensOfUser, PurgeVoids];
const sessions = [SessionLife, LogoutNotices, LogoutTokens, LoginSessionTermination, TellLogout];
const engine = [
  Accounts,
  AuthorizationServer,
  EngineBuilder,
  EngineConfiguration,
  EngineClients,
  EngineStore,
  CorsPolicy,
  Redemptions,
  TokenTerms,
  StructuredTokens,
  TokenRequestsObserver,
  PurgeEngineRecords,
];

const portsOfTheGuard = [
  { provide: TokenKeys, useExisting: SigningKeys },
  { provide: RevokedTokens, useExisting: RevokedTokenList },
  { provide: ClientFacts, useExisting: ClientRegistry },
];

@Global()
@Module({
  imports: [BearerModule, WorkersModule, pagesOfAuth],
  controllers: [ClientsController, ...pageControllers],
  providers: [
    ...keys,
    ...clients,
    ...voids,
    ...sessions,
    ...engine,
    ...credentialServices,
    ...pageServices,
    SignalSubscriptions,
    ...portsOfTheGuard,
  ],
  exports: [...portsOfTheGuard.map(({ provide }) => provide), StepUpTries],
})
export class AuthModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(formBody).forRoutes(...pageControllers);
  }
}
