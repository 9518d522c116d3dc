import type { IdvSettings, KycSettings } from '../client/client-profile.js';

/** All that other contexts may import from `auth`. A leaf: it reaches no module, service or entity. */
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

/** How identity verifications that a client starts are judged, and whom to ask about a verified person. */
export interface VerificationSettings {
  readonly idv: IdvSettings;
  readonly kyc: KycSettings | null;
}

export abstract class ClientSettings {
  /** Undefined: there is no such client, or no longer. */
  abstract verification(clientId: string): Promise<VerificationSettings | undefined>;
}

/** Signs what we send to the servers of enterprises, so that they know that it comes from us. */
export abstract class RequestSignatures {
  /**
   * A JWS with detached content (RFC 7515, appendix F) by ES256. Its header has `iat` and, as `aud`, the address that the
   * body is sent to. The key is in the JWKS of the authorization server.
   */
  abstract sign(body: string, audience: string): Promise<string>;
}
