export { acrOf, acrValues, type Level, levelOfAcr, levels } from './acr.js';
export { ReadThroughCache } from './cache.js';
export { canonicalJson, type JsonObject, type JsonValue, NotJson } from '@countersign/evidence';
export { canonicalDigest } from '@countersign/evidence/node';
export { Clock } from './clock.js';
export {
  defineErrors,
  DomainError,
  errorCatalogue,
  isInCatalogue,
  type ErrorDetails,
  type ErrorKind,
  type FieldError,
  KernelErrors,
  messageOf,
  errorCode,
  systemCode,
} from './errors.js';
export {
  Aggregate,
  declaredTypes,
  DomainEvent,
  Event,
  isBeforeAnswer,
  keyOf,
  revive,
  stampWith,
  type StoredEvent,
  typeOf,
  typeOfClass,
} from './event.js';
export { normalisedEmail } from './email.js';
export { html, Html } from './html.js';
export { currentTime, dateIdsBy, leastIdAt, newId, newIdAt, newTraceId, timeOfId } from './ids.js';
export { isDay } from './days.js';
export { isLoopbackHost, isPlainUrl, LOOPBACK_NETWORKS } from './hosts.js';
export { defineMachine, previous, type StateOf } from './machine.js';
export type { Middleware } from './middleware.js';
export { jsonMembers, NoJsonObject } from './json-members.js';
export { instancesOf } from './providers.js';
export {
  type Actor,
  currentActor,
  currentContext,
  currentQueueKey,
  every,
  later,
  type QueueKey,
  type RequestContext,
  runInBackground,
  runInContext,
  withQueueKey,
} from './request-context.js';
export { nameOfColumn, sealedColumn, type SealedColumn, sealedColumns } from './sealed-column.js';
export { ROW_SEAL, Sealed, type SealedRow, sealedRowOf, sealedRows, type WithRowSeal } from './sealed-row.js';
export { base32, bytesOfBase32, newSecret, secretDigest, secretMatches } from './secrets.js';
export { Tally } from './tally.js';
export { AllTenants, Tenant } from './tenant.js';
export { folded, isBlank, isolatedIn, isPlainlyVisible, isVisibleProse } from './visible-text.js';
