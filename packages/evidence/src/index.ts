/**
 * The formats of evidence and its verification, for servers and browsers. Functions that need Node are in `node.ts`.
 */
export {
  type ApprovedRequest,
  committed,
  filled,
  placeholdersIn,
  type RequestText,
  textAt,
} from './approved-request.js';
export { type AttestationFacts, attestationText } from './attestation-facts.js';
export { canonicalJson, NotJson } from './canonical-json.js';
export { parseCompactJws } from './compact-jws.js';
export {
  type AuthLevel,
  authLevels,
  canonicalContent,
  type Content,
  type ContentAction,
  type ContentBody,
  readContent,
} from './content.js';
export {
  type Evidence,
  type EvidenceAttestation,
  type EvidenceBasis,
  type EvidenceContent,
  type EvidenceDevice,
  RECEIPT_TYPE,
} from './evidence.js';
export {
  type Asked,
  checkEvidence,
  type EvidenceFacts,
  type EvidenceReport,
  LONGEST_EVIDENCE,
  type Offered,
} from './evidence-check.js';
export { type EvidenceCrypto, isCoordinate } from './evidence-crypto.js';
export { type EvidenceProblem, evidenceProblems, type ProblemCode, problemText } from './evidence-problems.js';
export { inWords } from './in-words.js';
export type { JsonObject, JsonValue } from './json.js';
export { isFresh, parseStatement, type Statement, STATEMENT_WINDOW_SECONDS } from './statement.js';
export { namesAreUnique } from './unique-names.js';
