import { Module, type Provider } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../shared/observability/index.js';
import { OutboundModule } from '../shared/outbound/index.js';
import { Approval } from './approvals/approval.entity.js';
import { ApprovalRepository } from './approvals/approval.repository.js';
import { Approvals } from './approvals/approvals.service.js';
import { EndApproval } from './approvals/end-approval.handler.js';
import { PingClient } from './approvals/ping-client.job.js';
import { PurgeApprovals, PurgeCredentials } from './purge.jobs.js';
import { ClientsModule } from './clients.module.js';
import { StepUpTries } from './contract/index.js';
import { Activation } from './credentials/activation.entity.js';
import { ActivateByCode, ActivateByPassword, ActivationStore } from './credentials/activation.service.js';
import { NewPhoneApprovalsByNumber } from './credentials/approvals/new-phone-approvals.adapter.js';
import { NumberApproval } from './credentials/approvals/number-approval.entity.js';
import { NumberApprovals } from './credentials/approvals/number-approvals.service.js';
import { FactorRules } from './credentials/factor-rules.service.js';
import { HeldSecondFactors, SecondFactors } from './credentials/second-factors.service.js';
import { FactorRecoveries } from './credentials/lost-factor/factor-recoveries.service.js';
import { FactorRecovery } from './credentials/lost-factor/factor-recovery.entity.js';
import { FactorRecoveryRepository } from './credentials/lost-factor/factor-recovery.repository.js';
import { FactorReplacement } from './credentials/lost-factor/factor-replacement.service.js';
import { FollowFactorRecovery } from './credentials/lost-factor/follow-factor-recovery.job.js';
import { FollowIdentityCheck, StopFactorRecovery } from './credentials/lost-factor/factor-recovery.handlers.js';
import { ActivateByPasskey } from './credentials/passkeys/activate-by-passkey.service.js';
import { Attestations } from './credentials/passkeys/attestations.service.js';
import { PasskeyAssertions } from './credentials/passkeys/passkey-assertions.service.js';
import { PasskeyLogin } from './credentials/passkeys/passkey-login.service.js';
import { PasskeyRegistration } from './credentials/passkeys/passkey-registration.service.js';
import { Passkey } from './credentials/passkeys/passkey.entity.js';
import { Challenges, PasskeyStore } from './credentials/passkeys/passkey.store.js';
import { RelatedOriginsController } from './credentials/passkeys/related-origins.controller.js';
import { ConfirmPassword, PasswordChange, PasswordChoice } from './credentials/password-change.service.js';
import { PasswordLogin } from './credentials/password-login.service.js';
import { StoredImportedPasswords } from './credentials/passwords/stored-imported-passwords.adapter.js';
import { PasswordHasher } from './credentials/passwords/password-hasher.service.js';
import { PasswordStrength } from './credentials/passwords/password-strength.service.js';
import { Password } from './credentials/passwords/password.entity.js';
import { PasswordCheck, PasswordStore } from './credentials/passwords/password.store.js';
import { RecoveryCode } from './credentials/recovery-codes/recovery-code.entity.js';
import { RecoveryCodes } from './credentials/recovery-codes/recovery-codes.service.js';
import { NewCredential } from './credentials/recovery/new-credential.service.js';
import { PasswordRecovery } from './credentials/recovery/password-recovery.service.js';
import { RecoveryLimits } from './credentials/recovery/recovery-limits.service.js';
import { ForgetBrowsers, EndCredentials } from './credentials/upkeep/end-credentials.handler.js';
import { RememberedBrowser } from './credentials/remembered-browsers/remembered-browser.entity.js';
import { RememberedBrowsers } from './credentials/remembered-browsers/remembered-browsers.service.js';
import { StepUpCredentials, StepUpsByCredential } from './credentials/step-ups-by-credential.service.js';
import { Totp } from './credentials/totp/totp.entity.js';
import { TotpFactor } from './credentials/totp/totp.service.js';
import { CountedStepUps } from './credentials/tries/counted-step-ups.adapter.js';
import { KnownBrowsers } from './credentials/tries/known-browsers.service.js';
import { AddressLimit, LoginTries } from './credentials/tries/login-tries.service.js';
import { BlockAfterTries, TriesLockout } from './credentials/tries/tries-lockout.service.js';
import {
  BrowsersPersonalData,
  CredentialsPersonalData,
  RecoveryCodesPersonalData,
  TotpPersonalData,
} from './credentials/upkeep/credentials.section.js';
import { ForgetCredentials } from './credentials/upkeep/forget-credentials.handler.js';
import { SignInFigures } from './credentials/upkeep/sign-in-figures.adapter.js';
import { TellOfFactor } from './credentials/upkeep/tell-of-factor.handler.js';
import { EndTokensOfUser } from './grants/end-tokens-of-user.handler.js';
import { GrantRevocation } from './grants/grant-revocation.service.js';
import { LogoutNotices } from './logout/logout-notices.service.js';
import { LogoutTokens } from './logout/logout-tokens.service.js';
import { NotifyLogout } from './logout/notify-logout.job.js';
import { StoredRecord } from './protocol/storage/stored-record.entity.js';
import { LoginSessionTermination } from './sessions/login-session-termination.service.js';
import { SessionLife } from './sessions/session-life.service.js';
import { SessionOrigins } from './sessions/session-origins.service.js';

/** Passwords, passkeys, activation, and limits on failed attempts. */
const credentials: Provider[] = [
  PasswordHasher,
  PasswordStore,
  PasswordCheck,
  StoredImportedPasswords,
  ConfirmPassword,
  PasswordStrength,
  PasswordChoice,
  LoginTries,
  TriesLockout,
  BlockAfterTries,
  CountedStepUps,
  { provide: StepUpTries, useExisting: CountedStepUps },
  KnownBrowsers,
  AddressLimit,
  PasswordLogin,
  ActivationStore,
  ActivateByCode,
  ActivateByPassword,
  ActivateByPasskey,
  PasswordChange,
  RecoveryLimits,
  PasswordRecovery,
  NewCredential,
  FactorRecoveries,
  FactorRecoveryRepository,
  FactorReplacement,
  FollowFactorRecovery,
  FollowIdentityCheck,
  StopFactorRecovery,
  FactorRules,
  ForgetBrowsers,
  RememberedBrowsers,
  HeldSecondFactors,
  NewPhoneApprovalsByNumber,
  NumberApprovals,
  RecoveryCodes,
  SecondFactors,
  TotpFactor,
  StepUpCredentials,
  StepUpsByCredential,
  Challenges,
  Attestations,
  PasskeyStore,
  PasskeyAssertions,
  PasskeyLogin,
  PasskeyRegistration,
  CredentialsPersonalData,
  RecoveryCodesPersonalData,
  TotpPersonalData,
  BrowsersPersonalData,
  EndCredentials,
  ForgetCredentials,
  PurgeCredentials,
  SignInFigures,
  TellOfFactor,
];

/** Login sessions: their lifetime, their origin, and the grants that end with them. */
const sessions: Provider[] = [SessionLife, SessionOrigins, LoginSessionTermination];

/** Revokes grants and their tokens, and notifies the applications whose sessions end. */
const grants: Provider[] = [GrantRevocation, EndTokensOfUser];

/** Notifies applications that a session has ended (OpenID Connect Back-Channel Logout 1.0). */
const logout: Provider[] = [LogoutNotices, LogoutTokens, NotifyLogout];

/** Lets a user approve a client's request on the phone (OpenID Connect CIBA). */
const approvals: Provider[] = [ApprovalRepository, Approvals, EndApproval, PingClient, PurgeApprovals];

/** Users' credentials, sessions and grants, and everything that ends them. */
@Module({
  imports: [
    ClientsModule,
    OperationsModule,
    OutboundModule,
    TypeOrmModule.forFeature([
      Activation,
      Approval,
      FactorRecovery,
      NumberApproval,
      Passkey,
      Password,
      RecoveryCode,
      RememberedBrowser,
      StoredRecord,
      Totp,
    ]),
  ],
  controllers: [RelatedOriginsController],
  providers: [...credentials, ...sessions, ...grants, ...logout, ...approvals],
  exports: [
    ActivateByPasskey,
    ActivateByPassword,
    AddressLimit,
    ApprovalRepository,
    Approvals,
    CountedStepUps,
    FactorRecoveries,
    FactorReplacement,
    FactorRules,
    GrantRevocation,
    KnownBrowsers,
    LoginSessionTermination,
    LoginTries,
    LogoutNotices,
    NewCredential,
    NumberApprovals,
    PasskeyLogin,
    PasskeyRegistration,
    PasskeyStore,
    PasswordChange,
    PasswordLogin,
    PasswordRecovery,
    PasswordStore,
    RecoveryCodes,
    RememberedBrowsers,
    SecondFactors,
    SessionLife,
    SessionOrigins,
    StepUpCredentials,
    StepUpsByCredential,
    TotpFactor,
  ],
})
export class CredentialsModule {}
