import { Global, Module } from '@nestjs/common';
import { BearerModule } from '../shared/http/bearer/bearer.module.js';
import { ClientFacts, RevokedTokens, TokenKeys } from '../shared/http/bearer/bearer.ports.js';
import {
  AppClients,
  ClientSettings,
  CredentialStepUps,
  EvidenceKeys,
  RequestSignatures,
  StepUpTries,
} from './contract.js';
import { ClientsController } from './controllers/clients.controller.js';
import { EvidenceKeysController } from './controllers/evidence-keys.controller.js';
import { RelatedOriginsController } from './controllers/related-origins.controller.js';
import { AuthPagesModule } from './auth-pages.module.js';
import { RegisteredAppClients } from './services/clients/app-clients.service.js';
import { StoredClientSettings } from './services/clients/client-settings.adapter.js';
import { ClientRegistry } from './services/clients/client-registry.service.js';
import { CountedStepUps } from './services/credentials/attempts/counted-step-ups.adapter.js';
import { CredentialsModule } from './services/credentials/credentials.module.js';
import { StepUpCredentials, StepUpsByCredential } from './services/credentials/step-ups-by-credential.service.js';
import { EvidenceSigningKeys } from './services/keys/evidence-keys.service.js';
import { SignedRequests } from './services/keys/request-signatures.adapter.js';
import { SigningKeys } from './services/keys/signing-keys.service.js';
import { ProtocolModule } from './services/protocol/protocol.module.js';
import { RevokedTokenList } from './services/tokens/revoked-tokens.service.js';
import { TokensModule } from './services/tokens/tokens.module.js';

const ports = [
  { provide: TokenKeys, useExisting: SigningKeys },
  { provide: RevokedTokens, useExisting: RevokedTokenList },
  { provide: ClientFacts, useExisting: ClientRegistry },
  { provide: CredentialStepUps, useClass: StepUpsByCredential },
  { provide: AppClients, useExisting: RegisteredAppClients },
  { provide: ClientSettings, useExisting: StoredClientSettings },
  { provide: RequestSignatures, useExisting: SignedRequests },
  { provide: StepUpTries, useExisting: CountedStepUps },
  { provide: EvidenceKeys, useExisting: EvidenceSigningKeys },
];

/** Global for its ports: the bearer guard belongs to no context and cannot import one. */
@Global()
@Module({
  imports: [BearerModule, CredentialsModule, TokensModule, ProtocolModule, AuthPagesModule],
  controllers: [ClientsController, EvidenceKeysController, RelatedOriginsController],
  providers: [...ports, StepUpCredentials],
  exports: ports.map(({ provide }) => provide),
})
export class AuthModule {}
