import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { OperationsModule } from '../../shared/observability/index.js';
import { SessionsModule } from '../sessions/sessions.module.js';
import { WorkersModule } from '../../shared/workers/index.js';
import { ClientModule } from '../client/client.module.js';
import { GrantsModule } from '../grants/grants.module.js';
import { StepUpTries } from '../contract/index.js';
import { Activation } from './activation.entity.js';
import { ActivateByCode, ActivateByPassword, ActivationStore } from './activation.service.js';
import { AddressLimit, LoginTries } from './tries/login-tries.service.js';
import { BlockAfterTries, TriesLockout } from './tries/tries-lockout.service.js';
import { CountedStepUps } from './tries/counted-step-ups.adapter.js';
import { KnownBrowsers } from './tries/known-browsers.service.js';
import { ConfirmPassword, PasswordChange, PasswordChoice } from './password-change.service.js';
import { EndCredentials } from './upkeep/end-credentials.handler.js';
import { SignInFigures } from './upkeep/sign-in-figures.adapter.js';
import { PurgeCredentials } from './upkeep/purge-credentials.job.js';
import {
  BrowsersPersonalData,
  CredentialsPersonalData,
  RecoveryCodesPersonalData,
  TotpPersonalData,
} from './upkeep/credentials.section.js';
import { TellOfFactor } from './upkeep/tell-of-factor.handler.js';
import { ForgetCredentials } from './upkeep/forget-credentials.handler.js';
import { ActivateByPasskey } from './passkeys/activate-by-passkey.service.js';
import { Attestations } from './passkeys/attestations.service.js';
import { Passkey } from './passkeys/passkey.entity.js';
import { Challenges, PasskeyStore } from './passkeys/passkey.store.js';
import { PasskeyAssertions } from './passkeys/passkey-assertions.service.js';
import { PasskeyLogin } from './passkeys/passkey-login.service.js';
import { PasskeyRegistration } from './passkeys/passkey-registration.service.js';
import { RelatedOriginsController } from './passkeys/related-origins.controller.js';
import { PasswordLogin } from './password-login.service.js';
import { KeptBroughtPasswords } from './passwords/kept-brought-passwords.adapter.js';
import { PasswordStrength } from './passwords/password-strength.service.js';
import { Password } from './passwords/password.entity.js';
import { PasswordCheck, PasswordStore } from './passwords/password.store.js';
import { PasswordHasher } from './passwords/password-hasher.service.js';
import { NewCredential } from './recovery/new-credential.service.js';
import { PasswordRecovery } from './recovery/password-recovery.service.js';
import { RecoveryLimits } from './recovery/recovery-limits.service.js';
import { Totp } from './totp/totp.entity.js';
import { TotpFactor } from './totp/totp.service.js';
import { NumberApproval } from './approvals/number-approval.entity.js';
import { NewPhoneApprovalsByNumber } from './approvals/new-phone-approvals.adapter.js';
import { NumberApprovals } from './approvals/number-approvals.service.js';
import { FactorRecovery } from './lost-factor/factor-recovery.entity.js';
import { FactorRecoveries } from './lost-factor/factor-recoveries.service.js';
import { FactorRecoveryRepository } from './lost-factor/factor-recovery.repository.js';
import { FactorReplacement } from './lost-factor/factor-replacement.service.js';
import { FollowFactorRecovery } from './lost-factor/follow-factor-recovery.job.js';
import { FollowIdentityCheck } from './lost-factor/follow-identity-check.handler.js';
import { StopFactorRecovery } from './lost-factor/stop-factor-recovery.handler.js';
import { FactorRules } from './factor-rules.service.js';
import { ForgetBrowsers } from './remembered-browsers/forget-browsers.handler.js';
import { RememberedBrowser } from './remembered-browsers/remembered-browser.entity.js';
import { RememberedBrowsers } from './remembered-browsers/remembered-browsers.service.js';
import { HeldSecondFactors } from './held-second-factors.adapter.js';
import { RecoveryCode } from './recovery-codes/recovery-code.entity.js';
import { RecoveryCodes } from './recovery-codes/recovery-codes.service.js';
import { SecondFactors } from './second-factors.service.js';
import { StepUpCredentials, StepUpsByCredential } from './step-ups-by-credential.service.js';

/** Passwords, passkeys, activation, and limits on wrong tries. */
@Module({
  imports: [
    ClientModule,
    GrantsModule,
    OperationsModule,
    SessionsModule,
    WorkersModule,
    TypeOrmModule.forFeature([
      Activation,
      FactorRecovery,
      NumberApproval,
      RecoveryCode,
      RememberedBrowser,
      Passkey,
      Password,
      Totp,
    ]),
  ],
  controllers: [RelatedOriginsController],
  providers: [
    PasswordHasher,
    PasswordStore,
    PasswordCheck,
    KeptBroughtPasswords,
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
  ],
  exports: [
    FactorRecoveries,
    FactorReplacement,
    FactorRules,
    RememberedBrowsers,
    AddressLimit,
    NumberApprovals,
    RecoveryCodes,
    LoginTries,
    PasswordStore,
    PasswordCheck,
    PasskeyStore,
    PasskeyAssertions,
    CountedStepUps,
    SecondFactors,
    TotpFactor,
    StepUpCredentials,
    StepUpsByCredential,
    KnownBrowsers,
    PasswordLogin,
    PasswordChange,
    ActivateByPassword,
    ActivateByPasskey,
    PasskeyLogin,
    PasskeyRegistration,
    PasswordRecovery,
    NewCredential,
  ],
})
export class CredentialsModule {}
