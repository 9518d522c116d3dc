import { Module } from '@nestjs/common';
import { ClientFacts, ClientUse, RevokedTokens, TokenKeys } from '../shared/auth-guard/index.js';
import { EventsModule } from '../shared/events/index.js';
import { ApisModule } from './apis/apis.module.js';
import { AccountModule } from './account/account.module.js';
import { UserSignInModule } from './user-sign-in/user-sign-in.module.js';
import { ClientManagementModule } from './client-management/client-management.module.js';
import { KeptClients } from './client-management/kept-clients.adapter.js';
import { ProtocolModule } from './protocol/protocol.module.js';
import { SignableContentsByType } from './protocol/backchannel/signable-contents.adapter.js';
import { InternalSignInsAdapter } from './protocol/internal-sign-ins.adapter.js';
import { RegisteredAppClients } from './client-management/registered-app-clients.service.js';
import { ClientRegistry } from './client/client-registry.service.js';
import { ClientModule } from './client/client.module.js';
import { NotedClientUse } from './client/noted-client-use.adapter.js';
import { StoredClientSettings } from './client/stored-client-settings.adapter.js';
import {
  AppClients,
  ClientSettings,
  CredentialStepUps,
  EvidenceKeys,
  InternalClients,
  InternalSignIns,
  RequestSignatures,
  SecurityEventTokens,
  SignableContents,
  StepUpTries,
  TypedNumbers,
} from './contract/index.js';
import { NumberApprovals } from './credentials/approvals/number-approvals.service.js';
import { CountedStepUps } from './credentials/tries/counted-step-ups.adapter.js';
import { CredentialsModule } from './credentials/credentials.module.js';
import { StepUpsByCredential } from './credentials/step-ups-by-credential.service.js';
import { DetailTypesModule } from './detail-types/detail-types.module.js';
import { EvidenceSigningKeys } from './keys/evidence/evidence-signing-keys.service.js';
import { KeyManagementModule } from './key-management/key-management.module.js';
import { KeysModule } from './keys/keys.module.js';
import { SignedRequests } from './keys/signed-requests.adapter.js';
import { SignedSecurityEvents } from './keys/signed-security-events.adapter.js';
import { SigningKeys } from './keys/signing-keys.service.js';
import { RegistrationModule } from './registration/registration.module.js';
import { SignInModule } from './sign-in/sign-in.module.js';
import { SignalSubscriptions } from './signal-subscriptions.service.js';
import { RevokedTokenList } from './tokens/revoked-token-list.service.js';
import { TokensModule } from './tokens/tokens.module.js';

const ports = [
  { provide: TokenKeys, useExisting: SigningKeys },
  { provide: RevokedTokens, useExisting: RevokedTokenList },
  { provide: ClientFacts, useExisting: ClientRegistry },
  { provide: ClientUse, useExisting: NotedClientUse },
  { provide: CredentialStepUps, useExisting: StepUpsByCredential },
  { provide: AppClients, useExisting: RegisteredAppClients },
  { provide: ClientSettings, useExisting: StoredClientSettings },
  { provide: RequestSignatures, useExisting: SignedRequests },
  { provide: SecurityEventTokens, useExisting: SignedSecurityEvents },
  { provide: StepUpTries, useExisting: CountedStepUps },
  { provide: TypedNumbers, useExisting: NumberApprovals },
  { provide: EvidenceKeys, useExisting: EvidenceSigningKeys },
  { provide: SignableContents, useExisting: SignableContentsByType },
  { provide: InternalClients, useExisting: KeptClients },
  { provide: InternalSignIns, useExisting: InternalSignInsAdapter },
];

@Module({
  imports: [
    AccountModule,
    ApisModule,
    UserSignInModule,
    ClientManagementModule,
    ClientModule,
    CredentialsModule,
    DetailTypesModule,
    EventsModule,
    KeyManagementModule,
    KeysModule,
    ProtocolModule,
    RegistrationModule,
    SignInModule,
    TokensModule,
  ],
  providers: [...ports, SignalSubscriptions],
  exports: ports.map(({ provide }) => provide),
})
export class AuthModule {}
