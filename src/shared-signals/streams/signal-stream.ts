import { sealedColumn, type Tenant } from '../../shared/kernel/index.js';

export const PUSH = 'urn:ietf:rfc:8935';
export const POLL = 'urn:ietf:rfc:8936';
export const deliveryMethods = [PUSH, POLL] as const;
export type DeliveryMethod = (typeof deliveryMethods)[number];

/** `paused`: events are stored until the stream is enabled again. `disabled`: events are not stored. */
export const streamStatuses = ['enabled', 'paused', 'disabled'] as const;
export type StreamStatus = (typeof streamStatuses)[number];

/** How events are delivered. For a polled stream `url` and `authorization` are null. */
export interface StreamDelivery {
  readonly method: DeliveryMethod;
  readonly url: string | null;
  /** The `Authorization` header of each push. */
  readonly authorization: string | null;
}

export interface StreamSettings {
  readonly delivery: StreamDelivery;
  readonly eventsRequested: readonly string[];
  readonly description: string | null;
}

/** The client that owns a stream. */
export interface StreamOwner {
  readonly enterpriseId: string;
  readonly test: boolean;
  readonly clientId: string;
}

/** The encrypted part of a stream. An attacker with write access to the database cannot change its URL or owner. */
export type SealedStream = StreamDelivery & StreamOwner;

export const streamContext = sealedColumn(
  'shared.signal_stream',
  'sealed_delivery',
  'stream_id',
  (id) => `shared/signal-stream:${id}`,
);

/** The kind of the job that schedules the stored events of an enabled stream, or discards those of a disabled one. */
export const RESUME_STREAM = 'shared/resume-signal-stream';
/** The kind of the job that pushes one event. Each stream has its own lane. */
export const DELIVER_SECURITY_EVENT = 'shared/deliver-security-event';

/** The minimum time between two verifications, in seconds. */
export const MIN_VERIFICATION_INTERVAL = 2;
/** How many days an undelivered event is stored. */
export const KEPT_DAYS = 7;

/** The owner of a new stream: the client whose token created it. */
export const ownerOf = ({ enterpriseId, test }: Tenant, { clientId }: { readonly clientId: string }): StreamOwner => ({
  enterpriseId,
  test,
  clientId,
});

/** The path of the Shared Signals Framework on the management listener. */
export const SSF = '/v1/ssf';

export const pollUrlOf = ({ managementUrl }: { readonly managementUrl: string }, streamId: string): string =>
  `${managementUrl}${SSF}/streams/${streamId}/events`;
