import { Module } from '@nestjs/common';
import { OperationsModule } from '../../../shared/operations/operations.module.js';
import { pagesOfAuth } from '../../hosted-pages.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { SessionOrigins } from '../sessions/session-origins.service.js';
import { AuthorizationServer } from './authorization-server.js';
import { Redemptions } from './code-redemption.js';
import { CorsPolicy } from './cors.js';
import { EngineBuilder } from './engine-builder.js';
import { EngineClients } from './engine-clients.js';
import { EngineConfiguration } from './engine-configuration.js';
import { EnginePages } from './engine-pages.js';
import { EnginePolicy } from './engine-policy.js';
import { EngineStore } from './engine-store.js';
import { InteractionEntrance, Interactions } from './interactions.service.js';
import { PurgeEngineRecords } from './stored-model.js';
import { StructuredTokens } from './structured-tokens.js';
import { TokenRequestsObserver } from './token-requests.observer.js';
import { Accounts, TokenTerms } from './token-terms.js';

/** The protocol engine, and what answers its questions. */
@Module({
  imports: [CredentialsModule, OperationsModule, TokensModule, pagesOfAuth],
  providers: [
    Accounts,
    AuthorizationServer,
    EngineBuilder,
    EngineConfiguration,
    EngineClients,
    EnginePages,
    EnginePolicy,
    EngineStore,
    CorsPolicy,
    InteractionEntrance,
    Interactions,
    Redemptions,
    SessionOrigins,
    TokenTerms,
    StructuredTokens,
    TokenRequestsObserver,
    PurgeEngineRecords,
  ],
  exports: [AuthorizationServer, InteractionEntrance, Interactions, SessionOrigins],
})
export class ProtocolModule {}
