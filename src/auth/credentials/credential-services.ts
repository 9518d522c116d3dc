import { StepUpTries } from '../step-up-tries.js';
import { ActivateByCode } from './activate-by-code.service.js';
import { ActivateByPassword } from './activate-by-password.service.js';
import { ActivationStore } from './activation.store.js';
import { AddressLimit } from './attempts/address-limit.service.js';
import { BlockAfterTries } from './attempts/block-after-tries.job.js';
import { CountedStepUps } from './attempts/counted-step-ups.adapter.js';
import { KnownBrowsers } from './attempts/known-browsers.service.js';
import { LoginTries } from './attempts/login-tries.service.js';
import { SpentTries } from './attempts/spent-tries.service.js';
import { ConfirmPassword } from './confirm-password.service.js';
import { CredentialsPersonalData } from './credentials-personal-data.js';
import { EndCredentials } from './end-credentials.handler.js';
import { ForgetCredentials } from './forget-credentials.handler.js';
import { ActivateByPasskey } from './passkeys/activate-by-passkey.service.js';
import { Attestations } from './passkeys/attestations.service.js';
import { Challenges } from './passkeys/challenges.service.js';
import { PasskeyLogin } from './passkeys/passkey-login.service.js';
import { PasskeyRegistration } from './passkeys/passkey-registration.service.js';
import { PasskeyStore } from './passkeys/passkey.store.js';
import { PasswordChange } from './password-change.service.js';
import { PasswordChoice } from './password-choice.service.js';
import { PasswordLogin } from './password-login.service.js';
import { PasswordStrength } from './passwords/password-strength.service.js';
import { PasswordCheck } from './passwords/password-check.service.js';
import { PasswordHasher } from './passwords/password-hasher.service.js';
import { PasswordStore } from './passwords/password.store.js';
import { PurgeCredentials } from './purge-credentials.job.js';

export const credentialServices = [
  PasswordHasher,
  PasswordStore,
  PasswordCheck,
  ConfirmPassword,
  PasswordStrength,
  PasswordChoice,
  LoginTries,
  SpentTries,
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
  Challenges,
  Attestations,
  PasskeyStore,
  PasskeyLogin,
  PasskeyRegistration,
  CredentialsPersonalData,
  EndCredentials,
  ForgetCredentials,
  PurgeCredentials,
];
