export { base32, bytesOfBase32 } from './base32.js';
export { acrOf, acrValues, type Level, levelOfAcr, levels } from './acr.js';
export { every, later, runInBackground } from './background.js';
export { ReadThroughCache } from './cache.js';
export { canonicalDigest, canonicalJson, NotJson } from './canonical-json.js';
export { Clock } from './clock.js';
export {
  defineErrors,
  DomainError,
  errorCatalogue,
  type ErrorDetails,
  type ErrorKind,
  type FieldError,
  KernelErrors,
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
export { html, Html } from './html.js';
export { currentTime, dateIdsBy, leastIdAt, newId, newIdAt, newSecret, newTraceId, timeOfId } from './ids.js';
export type { JsonObject, JsonValue } from './json.js';
export { isLoopbackHost, LOOPBACK_NETWORKS } from './loopback.js';
export { defineMachine, previous, type StateOf } from './machine.js';
export type { Middleware } from './middleware.js';
export { isPlainUrl } from './plain-url.js';
export { jsonMembers, NoJsonObject } from './json-members.js';
export { instancesOf } from './providers.js';
export { type Actor, currentActor, currentContext, type RequestContext, runInContext } from './request-context.js';
export { nameOfColumn, sealedColumn, type SealedColumn, sealedColumns } from './sealed-column.js';
export { ROW_SEAL, Sealed, type SealedRow, sealedRowOf, sealedRows, type WithRowSeal } from './sealed-row.js';
export { secretDigest, secretMatches } from './secrets.js';
export { sqlState } from './sql-state.js';
export { messageOf, systemCode } from './system-error.js';
export { Tally } from './tally.js';
export { AllTenants, Tenant } from './tenant.js';
export { currentTurn, withQueueKey, type QueueKey } from './turn.js';
export { folded, isBlank, isolatedIn, isPlainlyVisible, isVisibleProse } from './visible-text.js';
