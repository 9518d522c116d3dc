import { sealedColumn } from '../../shared/kernel/index.js';
import type { FailureKind } from '../../shared/outbound/index.js';

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/**
 * Why a delivery failed. `status`: the response was not 2xx. `refused`: we did not call, because the endpoint's IP
 * address is not public. For `disabled` and `expired` no attempt was made: the endpoint was disabled, or the delivery
 * had waited too long.
 */
export const deliveryErrors = [
  'status',
  'refused',
  'unreachable',
  'timeout',
  'too-large',
  'disabled',
  'expired',
] as const satisfies readonly (FailureKind | 'status' | 'disabled' | 'expired')[];
export type DeliveryError = (typeof deliveryErrors)[number];

/** One attempt, as the log stores it. */
export type DeliveryAttempt = {
  /** When the attempt was made, in ISO 8601. */
  readonly at: string;
  readonly ms: number;
  /** The HTTP status of the response, if there was one. */
  readonly status?: number;
  /** Why the attempt failed; absent after a success. */
  readonly error?: DeliveryError;
};

/** An attempt with the beginning of the receiver's response, which is stored separately and encrypted. */
export type AnsweredAttempt = DeliveryAttempt & { readonly answer?: string };

/** The maximum number of bytes stored of a response. */
export const ANSWER_BYTES = 2_048;

/**
 * How many of a delivery's most recent attempts are kept: enough for all scheduled attempts, and some from before a
 * replay.
 */
export const ATTEMPTS_KEPT = 20;

/** The kinds of two jobs: one cleans up after a removed endpoint, and one makes the next attempt at a delivery. */
export const FORGET_WEBHOOK_ENDPOINT = 'shared/forget-webhook-endpoint';
export const DELIVER_WEBHOOK = 'shared/deliver-webhook';

/** The maximum body size. A larger body is a bug of ours: the input of enterprises and users is limited earlier. */
export const MOST_BODY_BYTES = 2 * 1_048_576;

/** How long after each failed attempt the next one is due. */
export const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/**
 * How many hours after its creation a waiting delivery fails permanently. This is later than its last scheduled
 * attempt, because a circuit breaker can delay attempts.
 */
export const GIVEN_UP_AFTER_HOURS = 30;

/** The type shown in the log for a callback, which has no event type. */
export const CALLBACK = 'callback';

/** The encrypted part of a delivery: the exact body, and the URL if it differs from the endpoint's. */
export type DeliveryContent = { readonly body: string; readonly url?: string };

export const answerContext = sealedColumn(
  'shared.webhook_answer',
  'sealed_text',
  'answer_id',
  (id) => `shared/webhook-answer:${id}`,
);

export const contentContext = sealedColumn(
  'shared.webhook_delivery',
  'sealed_content',
  'delivery_id',
  (id) => `shared/webhook-content:${id}`,
);
