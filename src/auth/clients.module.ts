import { Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { EventsModule } from '../shared/events/index.js';
import { OutboundModule } from '../shared/outbound/index.js';
import { ApiRegistry } from './apis/api-registry.service.js';
import { ApiRepository } from './apis/api.repository.js';
import { ApisController } from './apis/apis.controller.js';
import { Apis } from './apis/apis.service.js';
import { DeclaredApis } from './apis/declared-apis.adapter.js';
import { OwnApi } from './apis/own-api.entity.js';
import { AdministratorFile, Administrators } from './client-management/administrators.service.js';
import { ClientHits } from './client-management/client-hits.adapter.js';
import { ClientManagers } from './client-management/client-managers.service.js';
import { ClientsController } from './client-management/clients.controller.js';
import { ClientsService } from './client-management/clients.service.js';
import { DeclaredClients } from './client-management/declared-clients.adapter.js';
import { ForgetClient } from './client-management/forget-client.job.js';
import { StoredInternalClients } from './client-management/stored-internal-clients.adapter.js';
import { AppClientFile, RegisteredAppClients } from './client-management/registered-app-clients.service.js';
import { ClientFigures } from './client/client-figures.adapter.js';
import { ClientRegistry, StoredClientSettings } from './client/client-registry.service.js';
import { Client, LastClientUse, ClientRefusal } from './client/client.entity.js';
import { ClientRepository } from './client/client.repository.js';
import { NotedClientUse } from './client/noted-client-use.adapter.js';
import { ClientRefusalRepository } from './client/refusals/client-refusal.repository.js';
import { ClientRefusals } from './client/refusals/client-refusals.service.js';
import { AuthorizationDetailTypesController } from './detail-types/authorization-detail-types.controller.js';
import { DeclaredDetailTypes } from './detail-types/declared-detail-types.adapter.js';
import { DetailType } from './detail-types/detail-type.entity.js';
import { DetailTypeRepository } from './detail-types/detail-type.repository.js';
import { DetailTypes } from './detail-types/detail-types.service.js';
import { KeyAdministration } from './key-management/key-administration.service.js';
import { KeysController } from './key-management/keys.controller.js';
import { EvidenceKey } from './keys/evidence/evidence-key.entity.js';
import { EvidenceKeysController } from './keys/evidence/evidence-keys.controller.js';
import { EvidenceSigningKeys } from './keys/evidence/evidence-signing-keys.service.js';
import { KeepEvidenceKeys, KeepSigningKeys } from './keys/keep-keys.jobs.js';
import { SignedRequests } from './keys/signed-requests.adapter.js';
import { SignedSecurityEvents } from './keys/signed-security-events.adapter.js';
import { SigningKeyRotation } from './keys/signing-key-rotation.service.js';
import { SigningKey } from './keys/signing-key.entity.js';
import { SigningKeys } from './keys/signing-keys.service.js';
import { InitialAccessToken } from './registration/initial-access-token.entity.js';
import { InitialAccessTokensController } from './registration/initial-access-tokens.controller.js';
import { InitialAccessTokens } from './registration/initial-access-tokens.service.js';
import { Registration } from './registration/registration.entity.js';
import { RegistrationRepository } from './registration/registration.repository.js';
import { RegistrationsController } from './registration/registrations.controller.js';
import { Registrations } from './registration/registrations.service.js';
import { PurgeVoids } from './purge.jobs.js';
import { RevokedTokenList } from './tokens/revoked-token-list.service.js';
import { TokenRevocation } from './tokens/token-revocation.service.js';

/** Stores and caches clients. */
const client: Provider[] = [
  ClientFigures,
  ClientRefusalRepository,
  ClientRefusals,
  ClientRepository,
  ClientRegistry,
  NotedClientUse,
  StoredClientSettings,
];

/** Registers, changes and deletes clients. */
const clientManagement: Provider[] = [
  ClientHits,
  DeclaredClients,
  ClientManagers,
  ClientsService,
  ForgetClient,
  Administrators,
  AdministratorFile,
  RegisteredAppClients,
  AppClientFile,
  StoredInternalClients,
];

/** Lets clients register themselves with an initial access token of their enterprise. */
const registration: Provider[] = [InitialAccessTokens, RegistrationRepository, Registrations];

/** The enterprises' own APIs, for which clients can request access tokens. */
const apis: Provider[] = [DeclaredApis, ApiRegistry, ApiRepository, Apis];

/** The types of `authorization_details`, which let clients request permission for one specific action (RFC 9396). */
const detailTypes: Provider[] = [DeclaredDetailTypes, DetailTypeRepository, DetailTypes];

/** Keys that sign tokens, requests to enterprises, and evidence. Withdrawing a key revokes the tokens it signed. */
const keys: Provider[] = [
  SigningKeys,
  SigningKeyRotation,
  KeepSigningKeys,
  SignedRequests,
  SignedSecurityEvents,
  EvidenceSigningKeys,
  KeepEvidenceKeys,
];

/** Lists and replaces signing keys. */
const keyManagement: Provider[] = [KeyAdministration];

/** Revokes access tokens before they expire. */
const tokens: Provider[] = [RevokedTokenList, TokenRevocation, PurgeVoids];

/** Clients, the APIs for which they get tokens, and the keys that sign these tokens. */
@Module({
  imports: [
    EventsModule,
    OutboundModule,
    TypeOrmModule.forFeature([
      Client,
      ClientRefusal,
      DetailType,
      EvidenceKey,
      InitialAccessToken,
      LastClientUse,
      OwnApi,
      Registration,
      SigningKey,
    ]),
  ],
  controllers: [
    ClientsController,
    InitialAccessTokensController,
    RegistrationsController,
    ApisController,
    AuthorizationDetailTypesController,
    EvidenceKeysController,
    KeysController,
  ],
  providers: [
    ...client,
    ...clientManagement,
    ...registration,
    ...apis,
    ...detailTypes,
    ...keys,
    ...keyManagement,
    ...tokens,
  ],
  exports: [
    Administrators,
    ApiRegistry,
    ClientRefusals,
    ClientRegistry,
    ClientRepository,
    DetailTypes,
    EvidenceSigningKeys,
    StoredInternalClients,
    NotedClientUse,
    RegisteredAppClients,
    RevokedTokenList,
    SignedRequests,
    SignedSecurityEvents,
    SigningKeys,
    StoredClientSettings,
    TokenRevocation,
  ],
})
export class ClientsModule {}
