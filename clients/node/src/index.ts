export { ManagementClient, type ManagementClientOptions } from './management-client.js';
export type { CallOptions } from './calls/api.js';
export type { Credentials, PrivateKey } from './calls/client-authentication.js';
export type { Clock } from './calls/clock.js';
export type { Fetch } from './calls/http.js';
export type { ExportOptions, ListExport } from './calls/list-export.js';
export type { Listing, Page } from './calls/listing.js';
export type { Input, OperationId, Output } from './calls/operations.js';
export type { RetryOptions } from './calls/retry.js';
export {
  ConnectionError,
  CountersignError,
  DeadlineError,
  ProblemError,
  SecretWithheldError,
  TokenError,
  UnexpectedAnswerError,
} from './errors.js';
export type { ProblemCode } from './generated/operations.js';
export { contentDigest, verifyEvidence, type EvidenceFacts, type EvidenceReport } from './evidence.js';
export type { Delivery, WebhookEvent, WebhookEventOf, WebhookEventType } from './webhooks/events.js';
export { webhookMiddleware, type WebhookMiddleware, type WebhookMiddlewareOptions } from './webhooks/middleware.js';
export { RecentIds } from './webhooks/recent-ids.js';
export {
  WebhookError,
  WebhookVerifier,
  type WebhookHeaders,
  type WebhookRefusal,
  type WebhookVerifierOptions,
} from './webhooks/verifier.js';
export type * from './resources/administration.js';
export type * from './resources/identity-verification.js';
export type * from './resources/notifications.js';
export type * from './resources/users.js';
export type * from './resources/webhook-endpoints.js';
export type * from './models.js';
