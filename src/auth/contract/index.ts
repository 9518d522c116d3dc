import type { IdvSettings, KycSettings } from '../client/client-profile.js';

/**
 * Everything that other contexts may import from `auth`. This file imports no module, service or entity, so that
 * contexts can import each other's contracts without cycles.
 */
export type { IdvSettings, KycSettings } from '../client/client-profile.js';
export { ClientPowerChanged, type ClientPowerStep, ClientRemoved } from './auth.events.js';
export { TOKENS_REVOKED } from '../tokens/revoked-tokens.js';
export { type AppClient, AppClients, appUrl } from './app-clients.port.js';
export { InternalClients, InternalSignIns, type OwnClient, type ProtocolAnswer } from './internal-clients.port.js';
export { CredentialsChanged, SecondFactorReplaced, SessionsEnded } from './auth.events.js';
export {
  type ApprovalAction,
  ApprovalDevice,
  type ApprovalOutcome,
  type ApprovalRequest,
  type ApprovalText,
  type AskedApproval,
  type Approver,
  type DataToSign,
  NOT_ME,
  type SignableContent,
  type SigningDevice,
  SignableContents,
  type Together,
  TYPED_NUMBER,
  TypedNumbers,
} from './approval-device.port.js';
export { type AskedCheck, type CheckedUser, IdentityChecks, type OpenedCheck } from './identity-checks.port.js';
export {
  EvidenceKeys,
  type PublishedKey,
  RequestSignatures,
  SecurityEventTokens,
  type SignedReceipt,
} from './signatures.port.js';
export {
  CredentialStepUps,
  StepUpTries,
  type CredentialMethod,
  type CredentialProof,
  type StepUpOutcome,
  type StepUpPlace,
} from './step-up.port.js';

/** A client's settings for identity verifications, and the endpoint that receives the data of verified persons. */
export interface VerificationSettings {
  readonly idv: IdvSettings;
  readonly kyc: KycSettings | null;
}

export abstract class ClientSettings {
  /** Returns a client's scopes. A client that does not exist or has been deleted has none. */
  abstract scopes(clientId: string): Promise<readonly string[]>;

  /**
   * Returns a client's settings for identity verifications. Undefined if the client does not exist or has been deleted.
   */
  abstract verification(clientId: string): Promise<VerificationSettings | undefined>;
}
