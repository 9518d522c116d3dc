import { type MiddlewareConsumer, Module, type NestModule, type Provider } from '@nestjs/common';
import { ClientFacts, ClientUse, RevokedTokens, TokenKeys } from '../shared/auth-guard/index.js';
import { EventsModule } from '../shared/events/index.js';
import { OperationsModule } from '../shared/observability/index.js';
import { OutboundModule } from '../shared/outbound/index.js';
import { formBody } from '../shared/pages/index.js';
import { AccountAddressController } from './account/account-address.controller.js';
import { AccountUrlNotes } from './account/account-url-notes.service.js';
import { AccountApplications } from './account/account-applications.service.js';
import { AccountLoginController } from './account/account-login.controller.js';
import { AccountPages } from './account/account-pages.service.js';
import { AccountSessions } from './account/account-sessions.service.js';
import { AccountStepUpPolicy } from './account/account-step-up-policy.service.js';
import { AccountTotpController } from './account/account-totp.controller.js';
import { AccountController } from './account/account.controller.js';
import { AccountApprovalController } from './account/factors/account-approval.controller.js';
import { AccountFactorRecoveryController } from './account/factors/account-factor-recovery.controller.js';
import { AccountRecoveryCodesController } from './account/factors/account-recovery-codes.controller.js';
import { MailedCodePages } from './account/mailed-codes/mailed-code-pages.service.js';
import { PasskeyProofs } from './account/passkey-proofs.service.js';
import { StoredInternalClients } from './client-management/stored-internal-clients.adapter.js';
import { RegisteredAppClients } from './client-management/registered-app-clients.service.js';
import { ClientRegistry, StoredClientSettings } from './client/client-registry.service.js';
import { NotedClientUse } from './client/noted-client-use.adapter.js';
import { ClientsModule } from './clients.module.js';
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
import { CredentialsModule } from './credentials.module.js';
import { NumberApprovals } from './credentials/approvals/number-approvals.service.js';
import { StepUpsByCredential } from './credentials/step-ups-by-credential.service.js';
import { CountedStepUps } from './credentials/tries/counted-step-ups.adapter.js';
import { pagesOfAuth } from './hosted-pages/auth.pages.js';
import { EvidenceSigningKeys } from './keys/evidence/evidence-signing-keys.service.js';
import { SignedRequests } from './keys/signed-requests.adapter.js';
import { SignedSecurityEvents } from './keys/signed-security-events.adapter.js';
import { SigningKeys } from './keys/signing-keys.service.js';
import { Accounts } from './protocol/accounts.service.js';
import { AuthorizationDetails } from './protocol/backchannel/authorization-details.service.js';
import { BackchannelRequests } from './protocol/backchannel/backchannel-requests.service.js';
import { LoginHints } from './protocol/backchannel/login-hints.service.js';
import { SignableContentsByType } from './protocol/backchannel/signable-contents.adapter.js';
import { ClientKeySets } from './protocol/client-keys/client-key-sets.service.js';
import { DeviceFlow } from './protocol/device/device-flow.service.js';
import { DeviceController } from './protocol/device/device.controller.js';
import { AuthorizationServer } from './protocol/engine/authorization-server.service.js';
import { EngineBuilder } from './protocol/engine/engine-builder.service.js';
import { EngineClients } from './protocol/engine/engine-clients.service.js';
import { EngineConfiguration } from './protocol/engine/engine-configuration.service.js';
import { EnginePages } from './protocol/engine/engine-pages.service.js';
import { EnginePolicy } from './protocol/engine/engine-policy.service.js';
import { TokenExchange } from './protocol/exchange/token-exchange.service.js';
import { CorsPolicy } from './protocol/http/cors-policy.service.js';
import { InternalSignInsAdapter } from './protocol/internal-sign-ins.adapter.js';
import { IntrospectionPolicy } from './protocol/introspection-policy.service.js';
import { ResourceMetadataController } from './protocol/resource-metadata.controller.js';
import { EngineStore } from './protocol/storage/engine-store.service.js';
import { PurgeEngineRecords } from './purge.jobs.js';
import { Redemptions } from './protocol/storage/redemptions.service.js';
import { StructuredTokens } from './protocol/structured-tokens.service.js';
import { TokenRequestsObserver } from './protocol/token-requests.observer.js';
import { TokenTerms } from './protocol/token-terms.service.js';
import { AccountsController } from './sign-in/accounts/accounts.controller.js';
import { KnownAccounts } from './sign-in/accounts/known-accounts.service.js';
import { ActivationController } from './sign-in/activation.controller.js';
import { ApprovalPages } from './sign-in/approval/approval-pages.service.js';
import { ApprovalController } from './sign-in/approval/approval.controller.js';
import { SettleApproval } from './sign-in/approval/settle-approval.handler.js';
import { InteractionEntrance } from './sign-in/interaction-entrance.service.js';
import { InteractionPages } from './sign-in/interaction-pages.service.js';
import { InteractionController } from './sign-in/interaction.controller.js';
import { Interactions } from './sign-in/interactions.service.js';
import { FollowReplacement } from './sign-in/lost-factor/follow-replacement.handler.js';
import { LostFactorPages } from './sign-in/lost-factor/lost-factor-pages.service.js';
import { LostFactorController } from './sign-in/lost-factor/lost-factor.controller.js';
import { RecoveryPages } from './sign-in/recovery/recovery-pages.service.js';
import { RecoveryController } from './sign-in/recovery/recovery.controller.js';
import { Remembering } from './sign-in/remembering.service.js';
import { SecondFactorController } from './sign-in/second-factor.controller.js';
import { SignInPreviewController } from './sign-in/sign-in-preview.controller.js';
import { SignalSubscriptions } from './signal-subscriptions.service.js';
import { RevokedTokenList } from './tokens/revoked-token-list.service.js';
import { UserSignInController } from './user-sign-in/user-sign-in.controller.js';
import { UserSignIn } from './user-sign-in/user-sign-in.service.js';

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
  { provide: InternalClients, useExisting: StoredInternalClients },
  { provide: InternalSignIns, useExisting: InternalSignInsAdapter },
];

const accountControllers = [
  AccountLoginController,
  AccountAddressController,
  AccountApprovalController,
  AccountTotpController,
  AccountRecoveryCodesController,
  AccountFactorRecoveryController,
  AccountController,
];

const signInControllers = [
  AccountsController,
  InteractionController,
  ActivationController,
  ApprovalController,
  LostFactorController,
  RecoveryController,
  SecondFactorController,
];

/** The protocol engine (OAuth and OpenID Connect) and the services that it calls. */
const protocol: Provider[] = [
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
];

/** The account page, on which users manage their passkeys, password, applications and sessions. */
const account: Provider[] = [
  AccountUrlNotes,
  AccountApplications,
  AccountPages,
  AccountSessions,
  AccountStepUpPolicy,
  MailedCodePages,
  PasskeyProofs,
];

/** The pages for sign-in, consent and activation. */
const signIn: Provider[] = [
  ApprovalPages,
  FollowReplacement,
  Interactions,
  InteractionEntrance,
  InteractionPages,
  KnownAccounts,
  LostFactorPages,
  RecoveryPages,
  Remembering,
  SettleApproval,
];

/** Lets an enterprise see how its users sign in, end their sessions, remove their factors and revoke their grants. */
const userSignIn: Provider[] = [UserSignIn];

/** The authorization server: its protocol engine, its hosted pages and the ports that other contexts use. */
@Module({
  imports: [ClientsModule, CredentialsModule, EventsModule, OperationsModule, OutboundModule, pagesOfAuth],
  controllers: [
    ResourceMetadataController,
    DeviceController,
    ...accountControllers,
    ...signInControllers,
    SignInPreviewController,
    UserSignInController,
  ],
  providers: [...ports, SignalSubscriptions, ...protocol, ...account, ...signIn, ...userSignIn],
  exports: ports.map(({ provide }) => provide),
})
export class AuthModule implements NestModule {
  configure(consumer: MiddlewareConsumer): void {
    consumer.apply(formBody).forRoutes(...accountControllers, ...signInControllers);
  }
}
