import { sealedColumn } from '../../shared/kernel/index.js';
import type { FailureKind } from '../../shared/outbound/index.js';

export const deliveryStatuses = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof deliveryStatuses)[number];

/**
 * Why a try failed. The answer was no 2xx, or there was none (`refused` by us, because the address is not public). The
 * last two are not tries: the endpoint is disabled, or the delivery waited for too long.
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

/** One try, as the log keeps it. */
export type DeliveryAttempt = {
  /** ISO 8601. */
  readonly at: string;
  readonly ms: number;
  /** HTTP status of the answer, if there was one. */
  readonly status?: number;
  /** Missing for a success. */
  readonly error?: DeliveryError;
};

/** A try with the beginning of what the receiver answered, which is kept apart and sealed. */
export type AnsweredAttempt = DeliveryAttempt & { readonly answer?: string };

/** The part of an answer that is kept. */
export const ANSWER_BYTES = 2_048;

/** How many tries the log keeps of a delivery: those of a schedule, and some before a replay. */
export const ATTEMPTS_KEPT = 20;

/** The kind of the job that makes the next try of a delivery. Its lanes are the endpoints. */
export const FORGET_WEBHOOK_ENDPOINT = 'shared/forget-webhook-endpoint';
export const DELIVER_WEBHOOK = 'shared/deliver-webhook';

/** The longest body. More is a fault of ours: what enterprises and users send is limited before. */
export const MOST_BODY_BYTES = 2 * 1_048_576;

/** How long after each failed try the next one is due. */
export const RETRY_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 36_000];

/**
 * When a delivery fails, whatever was tried. This is later than the end of its schedule, which a circuit breaker
 * delays.
 */
export const GIVEN_UP_AFTER_HOURS = 30;

/** The type that the log shows for a callback, which has none. */
export const CALLBACK = 'callback';

/** The sealed part of a delivery: the exact text, and the address if it is not the endpoint's own. */
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
