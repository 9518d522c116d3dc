import { Module } from '@nestjs/common';
import { OutboundModule } from '../../shared/outbound/index.js';
import { OperationsModule } from '../../shared/observability/index.js';
import { ApisModule } from '../apis/apis.module.js';
import { ApprovalsModule } from '../approvals/approvals.module.js';
import { DetailTypesModule } from '../detail-types/detail-types.module.js';
import { AuthorizationDetails } from './backchannel/authorization-details.service.js';
import { BackchannelRequests } from './backchannel/backchannel-requests.service.js';
import { SignableContentsByType } from './backchannel/signable-contents.adapter.js';
import { LoginHints } from './backchannel/login-hints.service.js';
import { DeviceController } from './device/device.controller.js';
import { DeviceFlow } from './device/device-flow.service.js';
import { ClientModule } from '../client/client.module.js';
import { CredentialsModule } from '../credentials/credentials.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { pagesOfAuth } from '../hosted-pages/hosted-pages.module.js';
import { KeysModule } from '../keys/keys.module.js';
import { LogoutModule } from '../logout/logout.module.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { TokensModule } from '../tokens/tokens.module.js';
import { InternalSignInsAdapter } from './internal-sign-ins.adapter.js';
import { AuthorizationServer } from './engine/authorization-server.service.js';
import { EngineBuilder } from './engine/engine-builder.service.js';
import { ClientKeySets } from './client-keys/client-key-sets.service.js';
import { EngineClients } from './engine/engine-clients.service.js';
import { EngineConfiguration } from './engine/engine-configuration.service.js';
import { EnginePages } from './engine/engine-pages.service.js';
import { EnginePolicy } from './engine/engine-policy.service.js';
import { CorsPolicy } from './http/cors-policy.service.js';
import { Redemptions } from './storage/redemptions.service.js';
import { EngineStore } from './storage/engine-store.service.js';
import { PurgeEngineRecords } from './storage/purge-engine-records.job.js';
import { TokenExchange } from './exchange/token-exchange.service.js';
import { IntrospectionPolicy } from './introspection-policy.service.js';
import { ResourceMetadataController } from './resource-metadata.controller.js';
import { StructuredTokens } from './structured-tokens.service.js';
import { TokenRequestsObserver } from './token-requests.observer.js';
import { Accounts } from './accounts.service.js';
import { TokenTerms } from './token-terms.service.js';

/** The protocol engine (OAuth and OpenID Connect), with the services that it calls. */
@Module({
  imports: [
    ApisModule,
    ApprovalsModule,
    ClientModule,
    CredentialsModule,
    DetailTypesModule,
    GrantsModule,
    KeysModule,
    LogoutModule,
    OperationsModule,
    OutboundModule,
    SessionsModule,
    TokensModule,
    pagesOfAuth,
  ],
  controllers: [ResourceMetadataController, DeviceController],
  providers: [
    Accounts,
    AuthorizationDetails,
    BackchannelRequests,
    LoginHints,
    SignableContentsByType,
    AuthorizationServer,
    DeviceFlow,
    EngineBuilder,
    EngineConfiguration,
    EngineClients,
    ClientKeySets,
    EnginePages,
    EnginePolicy,
    EngineStore,
    CorsPolicy,
    Redemptions,
    IntrospectionPolicy,
    TokenExchange,
    TokenTerms,
    StructuredTokens,
    InternalSignInsAdapter,
    TokenRequestsObserver,
    PurgeEngineRecords,
  ],
  exports: [AuthorizationDetails, AuthorizationServer, InternalSignInsAdapter, SignableContentsByType],
})
export class ProtocolModule {}
