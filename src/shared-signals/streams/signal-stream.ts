import { sealedColumn } from '../../shared/kernel/index.js';

export const PUSH = 'urn:ietf:rfc:8935';
export const POLL = 'urn:ietf:rfc:8936';
export const deliveryMethods = [PUSH, POLL] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];

/** `paused`: events are kept until it is enabled again; `disabled`: they are not. */
export const streamStatuses = ['enabled', 'paused', 'disabled'] as const;
export type StreamStatus = (typeof streamStatuses)[number];

/** The destination of events. A stream that is polled has neither. */
export interface StreamDelivery {
  readonly method: DeliveryMethod;
  readonly url: string | null;
  /** The value of the header `Authorization` of a push. */
  readonly authorization: string | null;
}

export interface StreamSettings {
  readonly delivery: StreamDelivery;
  readonly eventsRequested: readonly string[];
  readonly description: string | null;
}

/** The owner of the stream. */
export interface StreamOwner {
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly clientId: string;
}

/** The sealed part of a stream. Somebody who writes to the database cannot give it another address or owner. */
export type SealedStream = StreamDelivery & StreamOwner;

export const streamContext = sealedColumn(
  'shared.signal_stream',
  'sealed_delivery',
  'stream_id',
  (id) => `shared/signal-stream:${id}`,
);

/** Asks for the delivery of what was kept while a stream was paused. */
export const RESUME_STREAM = 'shared/resume-signal-stream';
/** Delivers one event by push. Its lanes are the streams. */
export const DELIVER_SECURITY_EVENT = 'shared/deliver-security-event';

/** In seconds. */
export const MIN_VERIFICATION_INTERVAL = 2;
/** How long an event is kept for a receiver that does not take it. */
export const KEPT_DAYS = 7;
