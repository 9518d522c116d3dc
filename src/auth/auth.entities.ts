import { Activation } from './credentials/activation.entity.js';
import { OwnApi } from './apis/own-api.entity.js';
import { Approval } from './approvals/approval.entity.js';
import { Client, LastClientUse, ClientRefusal } from './client/client.entity.js';
import { CountedTries } from './credentials/tries/counted-tries.entity.js';
import { FactorRecovery } from './credentials/lost-factor/factor-recovery.entity.js';
import { NumberApproval } from './credentials/approvals/number-approval.entity.js';
import { RecoveryCode } from './credentials/recovery-codes/recovery-code.entity.js';
import { CutOffRecord } from './tokens/cut-off.entity.js';
import { DeniedTokenRecord } from './tokens/denied-token.entity.js';
import { DetailType } from './detail-types/detail-type.entity.js';
import { EvidenceKey } from './keys/evidence/evidence-key.entity.js';
import { RememberedBrowser } from './credentials/remembered-browsers/remembered-browser.entity.js';
import { Passkey, PasskeyChallenge } from './credentials/passkeys/passkey.entity.js';
import { Password } from './credentials/passwords/password.entity.js';
import { Totp } from './credentials/totp/totp.entity.js';
import { InitialAccessToken } from './registration/initial-access-token.entity.js';
import { Registration } from './registration/registration.entity.js';
import { SigningKey } from './keys/signing-key.entity.js';
import { StoredRecord } from './protocol/storage/stored-record.entity.js';

export const authEntities = [
  Activation,
  Approval,
  Client,
  ClientRefusal,
  LastClientUse,
  CountedTries,
  CutOffRecord,
  DeniedTokenRecord,
  DetailType,
  EvidenceKey,
  InitialAccessToken,
  OwnApi,
  Registration,
  FactorRecovery,
  NumberApproval,
  Passkey,
  PasskeyChallenge,
  RecoveryCode,
  RememberedBrowser,
  Password,
  SigningKey,
  Totp,
  StoredRecord,
];
