import { Global, Module, type MiddlewareConsumer, type NestModule } from '@nestjs/common';
import { BearerModule } from '../shared/http/bearer/bearer.module.js';
import { ClientFacts, RevokedTokens, TokenKeys } from '../shared/http/bearer/bearer.ports.js';
import { WorkersModule } from '../shared/workers/workers.module.js';
import { formBody } from '../shared/pages/form.js';
import { ClientsController } from './controllers/clients.controller.js';
import { credentialServices } from './credentials/credential-services.js';
import { Accounts } from './engine/accounts.js';
import { AuthorizationServer } from './engine/authorization-server.js';
import { EngineBuilder } from './engine/engine-builder.js';
import { EngineClients } from './engine/engine-clients.js';
import { EngineConfiguration } from './engine/engine-configuration.js';
import { EngineStore } from './engine/engine-store.js';
import { ForeignOrigins } from './engine/foreign-origins.js';
import { Redemptions } from './engine/redemptions.js';
import { StructuredTokens } from './engine/structured-tokens.js';
import { TokenRequestsObserver } from './engine/token-requests.observer.js';
import { TokenTerms } from './engine/token-terms.js';
import { LogoutNotices } from './logout/logout-notices.service.js';
import { LogoutTokens } from './logout/logout-tokens.service.js';
import { SessionEnding } from './logout/session-ending.service.js';
import { TellLogout } from './logout/tell-logout.job.js';
import { pageControllers, pagesOfAuth, pageServices } from './pages/hosted-pages.js';
import { AdministratorFile } from './services/administrator-file.js';
import { Administrators } from './services/administrators.service.js';
import { ClientManagers } from './services/client-managers.service.js';
import { ClientRegistry } from './services/client-registry.service.js';
import { ClientRepository } from './services/client.repository.js';
import { ClientsService } from './services/clients.service.js';
import { EndTokensOfUser } from './services/end-tokens-of-user.handler.js';
import { ForgetClient } from './services/forget-client.job.js';
import { GrantEnding } from './services/grant-ending.service.js';
import { HearSignals } from './services/hear-signals.js';
import { KeepSigningKeys } from './services/keep-signing-keys.job.js';
import { PurgeEngineRecords } from './services/purge-engine-records.job.js';
import { PurgeVoids } from './services/purge-voids.job.js';
import { SessionLife } from './services/session-life.service.js';
import { SigningKeyRotation } from './services/signing-key-rotation.service.js';
import { SigningKeys } from './services/signing-keys.service.js';
import { TokenEnding } from './services/token-ending.service.js';
import { TokenVoidList } from './services/token-void-list.js';
import { StepUpTries } from './step-up-tries.js';

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
const voids = [TokenVoidList, TokenEnding, GrantEnding, EndTokensOfUser, PurgeVoids];
const sessions = [SessionLife, LogoutNotices, LogoutTokens, SessionEnding, TellLogout];
const engine = [
  Accounts,
  AuthorizationServer,
  EngineBuilder,
  EngineConfiguration,
  EngineClients,
  EngineStore,
  ForeignOrigins,
  Redemptions,
  TokenTerms,
  StructuredTokens,
  TokenRequestsObserver,
  PurgeEngineRecords,
];

const portsOfTheGuard = [
  { provide: TokenKeys, useExisting: SigningKeys },
  { provide: RevokedTokens, useExisting: TokenVoidList },
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
    HearSignals,
    ...portsOfTheGuard,
  ],
  exports: [...portsOfTheGuard.map(({ provide }) => provide), StepUpTries],
})
export class AuthModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(formBody).forRoutes(...pageControllers);
  }
}
