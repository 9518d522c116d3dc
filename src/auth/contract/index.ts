import type { IdvSettings, KycSettings } from '../client/client-profile.js';

/**
 * Everything that other contexts may import from `auth`. It imports no module, service or entity, to avoid import
 * cycles.
 */
export type { IdvSettings, KycSettings } from '../client/client-profile.js';
export { ClientPowerChanged, type ClientPowerStep } from './auth.events.js';
export { TOKENS_VOIDED } from '../tokens/revoked-tokens.js';
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
  NOT_ME,
  type Together,
} from './approval-device.port.js';
export { TYPED_NUMBER, TypedNumbers } from './typed-numbers.port.js';
export { type AskedCheck, type CheckedUser, IdentityChecks, type OpenedCheck } from './identity-checks.port.js';
export { type DataToSign, type SignableContent, SignableContents } from './signable-contents.port.js';
export { SecurityEventTokens } from './security-event-tokens.port.js';
export { EvidenceKeys, type PublishedKey, type SignedReceipt } from './evidence-keys.port.js';
export {
  CredentialStepUps,
  StepUpTries,
  type CredentialMethod,
  type CredentialProof,
  type StepUpOutcome,
  type StepUpPlace,
} from './step-up.port.js';

/** A client's settings for identity verifications, and the endpoint to call about a verified person. */
export interface VerificationSettings {
  readonly idv: IdvSettings;
  readonly kyc: KycSettings | null;
}

export abstract class ClientSettings {
  /** Undefined if the client does not exist (any more). */
  abstract verification(clientId: string): Promise<VerificationSettings | undefined>;
}

/** Signs requests to enterprises' servers, so that the servers can verify that they come from this service. */
export abstract class RequestSignatures {
  /**
   * A JWS with detached content (RFC 7515, appendix F), signed with ES256. Its header has `iat`, and the target URL as
   * `aud`. The key is in the authorization server's JWKS.
   */
  abstract sign(body: string, audience: string): Promise<string>;
}
