/** All that other contexts may import from `auth`. A leaf: it reaches no module, service or entity. */
export { TOKENS_VOIDED } from './domain/revoked-tokens.js';
export { EvidenceKeys } from './evidence-keys.js';
export {
  CredentialStepUps,
  StepUpTries,
  type CredentialMethod,
  type CredentialProof,
  type StepUpOutcome,
  type StepUpPlace,
} from './step-up.js';
