export { type CallerPlace, callerPlaces } from './caller-place.js';
export { DeveloperOnly } from './developer-only.guard.js';
export { type ExportFormat } from './exports/export-format.js';
export { ExportPlaces, exportStream, madeHere } from './exports/export-stream.js';
export { type AskedExport, EXPORT_NOTE, ExportAsked, Exported, ExportedFile } from './exports/exported.decorator.js';
export { type ExportedList, ListExports, type NotedExport } from './exports/list-exports.service.js';
export { ListMemory } from './exports/list-memory.service.js';
export { HttpBasicsModule } from './http-basics.module.js';
export { IdempotentPost, ShowsSecret } from './idempotency/idempotency.interceptor.js';
export { IdempotencyStore } from './idempotency/idempotency.store.js';
export { hasBody, isTooLarge, jsonBody, signedBodyOf } from './json-body.js';
export { domainErrorOf } from './problems/domain-error-of.js';
export { ProblemFilter } from './problems/problem.filter.js';
export {
  faceOf,
  Problem,
  PROBLEM_JSON,
  PROBLEM_PAGES,
  ProblemField,
  problemHeaders,
  problemOf,
} from './problems/problem.js';
export { documentErrors, Throws, ThrowsOnAnyRoute } from './problems/throws.decorator.js';
export { enforceLimit, EnterpriseRates, limitAddresses, networkOf, type Rate, RequestLimits } from './rate-limits.js';
export { demandReason, REASON_HEADER, reasonIn, reasonMissing } from './reason-header.js';
export { contextOf, enterContext, newRequestId } from './request-context.js';
export { groupRoutes } from './route-groups.js';
export {
  contentSecurityPolicy,
  framerOf,
  permissionsPolicy,
  securityHeaders,
  setSecurityHeaders,
  type Sources,
} from './security-headers.js';
export {
  consolePages,
  framedPaths,
  on,
  openSurfaces,
  type Surface,
  type SurfaceName,
  surfaces,
  withMetadata,
} from './surfaces.js';
export { trustedProxies, type TrustedProxies } from './trusted-proxies.js';
export { isPhone, type UserAgent, userAgentIn } from './user-agent.js';
