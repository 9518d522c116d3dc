/** The verifier for the service. It verifies what was read from a chip, with Node's crypto. */
export { Malformed } from './encoding/malformed.js';
export type { ChipAnswers, ChipChallenge } from './reader/chip-answers.js';
export { Certificate } from './verify/certificate.js';
export { type AskedFile, askedFiles, type GivenFiles, mostBytes } from './verify/chip-files.js';
export {
  type ChallengeSecrets,
  challengeFor,
  type ChipKeys,
  type ChipProof,
  judgeAnswers,
  refusing,
  type SignatureFacts,
  type SignedDocument,
  verifyChipFiles,
  type VerifyOptions,
} from './verify/document-proof.js';
export { type MasterList, readMasterList } from './verify/master-list.js';
export { type ChipPortrait, type PictureKind, type PictureSize, sizeOfJpeg2000 } from './verify/portrait.js';
export { type Refusal, refusals, Refused } from './verify/refusal.js';
export { RevocationList } from './verify/revocation-list.js';
export { PLAIN_CONTENT, readSecurityObject } from './verify/security-object.js';
export { readTrustFile, type TrustFile } from './verify/trust-file.js';
export { type Revocation, TrustStore } from './verify/trust-store.js';
export type { ChipZone } from './verify/zone.js';
