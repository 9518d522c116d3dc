import {
  ArrayField,
  EnumField,
  IntegerField,
  ObjectField,
  scalar,
  text,
  TextField,
  Field,
  UuidField,
} from '../../shared/fields/index.js';
import { eventTypes, SESSION_REVOKED, CREDENTIAL_CHANGE, ACCOUNT_DISABLED } from './event-types.js';
import type { SignalStream } from './signal-stream.entity.js';
import {
  type DeliveryMethod,
  deliveryMethods,
  MIN_VERIFICATION_INTERVAL,
  POLL,
  PUSH,
  type StreamDelivery,
  type StreamSettings,
  type StreamStatus,
  streamStatuses,
} from './signal-stream.js';

export const STREAM_ID = {
  example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6',
  description: 'The id of the stream.',
} as const;
const ISSUER = 'https://auth.example.com/service/authserver';
const MOST_TYPES = 50;
const wanted = [SESSION_REVOKED, CREDENTIAL_CHANGE, ACCOUNT_DISABLED];
const uri = () => text({ max: 256 });

export class SignalDeliveryDto {
  @EnumField(deliveryMethods, {
    name: 'SignalDeliveryMethod',
    example: PUSH,
    description:
      '`urn:ietf:rfc:8935`: the service sends each event to your address. `urn:ietf:rfc:8936`: you fetch events.',
  })
  method!: DeliveryMethod;

  @TextField({
    max: 2_048,
    pattern: /^https?:\/\/[!"$-~]+$/,
    format: 'uri',
    called: 'an absolute https URL without a fragment',
    optional: true,
    example: 'https://receiver.example/events',
    description:
      'For push, your address: a public `https` address without credentials. For poll, the service returns the address from which you fetch events.',
  })
  endpoint_url?: string;

  @TextField({
    max: 4_096,
    pattern: /^[ -~]+$/,
    called: 'printable ASCII',
    optional: true,
    example: 'Bearer 5f1c2b9e',
    description: 'For push, the value of the header `Authorization` of each call. It is never shown again.',
  })
  authorization_header?: string;

  static toDelivery({ method, endpoint_url, authorization_header }: SignalDeliveryDto): StreamDelivery {
    if (method === POLL) return { method, url: null, authorization: null };
    return { method, url: endpoint_url ?? '', authorization: authorization_header ?? null };
  }
}

const REQUESTED = {
  max: MOST_TYPES,
  unique: true,
  example: wanted,
  description: 'The events that you want. Events that the service does not support are ignored.',
};
const DESCRIPTION = {
  max: 255,
  example: 'Session management of the bank',
  description: 'Your own description of the stream.',
};

/** The members of a stream that the receiver sets. */
export class CreateSignalStreamDto {
  @ObjectField(() => SignalDeliveryDto, {
    optional: true,
    example: {
      method: PUSH,
      endpoint_url: 'https://receiver.example/events',
      authorization_header: 'Bearer 5f1c2b9e',
    },
    description: 'How events are delivered. Default: you fetch them (poll).',
  })
  delivery?: SignalDeliveryDto;

  @ArrayField(uri(), { ...REQUESTED, optional: true }) events_requested?: string[];
  @TextField({ ...DESCRIPTION, optional: true }) description?: string;

  /** Converts a request. Missing members get their defaults, because a replacement keeps nothing of the old stream. */
  static toSettings({ delivery, events_requested, description }: CreateSignalStreamDto): StreamSettings {
    return {
      delivery: SignalDeliveryDto.toDelivery(delivery ?? { method: POLL }),
      eventsRequested: events_requested ?? [],
      description: description ?? null,
    };
  }
}

const sameAs = 'If you send this field, it must have the value that the service returns.';
const anyAudience = () =>
  scalar({ type: 'string' }, (value) =>
    typeof value === 'string' && value.length <= 255 ? undefined : 'Must be text.',
  );

/** Also accepts members that only the service sets, because a receiver may send them back unchanged. */
export class ReplaceSignalStreamDto extends CreateSignalStreamDto {
  @UuidField(STREAM_ID) stream_id!: string;
  @Field(uri(), { optional: true, example: ISSUER, description: `The issuer. ${sameAs}` }) iss?: string;
  @Field(anyAudience(), { optional: true, example: 'portal-5d1c', description: `The audience. ${sameAs}` })
  aud?: string;
  @ArrayField(uri(), {
    max: MOST_TYPES,
    optional: true,
    example: [...eventTypes],
    description: `All events that the service supports. ${sameAs}`,
  })
  events_supported?: string[];
  @ArrayField(uri(), {
    max: MOST_TYPES,
    optional: true,
    example: wanted,
    description: 'Ignored. The service computes this value.',
  })
  events_delivered?: string[];
  @IntegerField({
    min: 0,
    max: 86_400,
    optional: true,
    example: MIN_VERIFICATION_INTERVAL,
    description: `The minimum number of seconds between two verifications of the stream. ${sameAs}`,
  })
  min_verification_interval?: number;
}

/** Changes only those members of a stream that are sent. */
export class ChangeSignalStreamDto extends ReplaceSignalStreamDto {
  static toChanges({ delivery, events_requested, description }: ChangeSignalStreamDto): Partial<StreamSettings> {
    return {
      ...(delivery && { delivery: SignalDeliveryDto.toDelivery(delivery) }),
      ...(events_requested && { eventsRequested: events_requested }),
      ...(description !== undefined && { description }),
    };
  }
}

export interface StreamPlaces {
  readonly issuer: string;
  readonly pollUrl: (streamId: string) => string;
}

class ShownSignalDeliveryDto {
  @EnumField(deliveryMethods, { name: 'SignalDeliveryMethod', example: PUSH }) method!: DeliveryMethod;
  @Field(uri(), {
    example: 'https://receiver.example/events',
    description: 'The address to which events are sent, or from which they are fetched.',
  })
  endpoint_url!: string;
}

export class SignalStreamDto {
  @UuidField(STREAM_ID) stream_id!: string;
  @Field(uri(), { example: ISSUER, description: 'The issuer of the events.' }) iss!: string;
  @TextField({ max: 255, example: 'portal-5d1c', description: 'The audience of the events: the id of your client.' })
  aud!: string;
  @ArrayField(uri(), {
    max: MOST_TYPES,
    example: [...eventTypes],
    description: 'All events that the service supports.',
  })
  events_supported!: string[];
  @ArrayField(uri(), REQUESTED) events_requested!: string[];
  @ArrayField(uri(), { max: MOST_TYPES, example: wanted, description: 'The events that are delivered.' })
  events_delivered!: string[];
  @ObjectField(() => ShownSignalDeliveryDto, { description: 'How events are delivered.' })
  delivery!: ShownSignalDeliveryDto;
  @IntegerField({
    min: 0,
    max: 86_400,
    example: MIN_VERIFICATION_INTERVAL,
    description: 'The minimum number of seconds between two verifications of the stream.',
  })
  min_verification_interval!: number;
  @TextField({ ...DESCRIPTION, optional: true }) description?: string;

  static of(stream: SignalStream, { method, url }: StreamDelivery, { issuer, pollUrl }: StreamPlaces): SignalStreamDto {
    const { streamId, clientId, eventsRequested, eventsDelivered, description } = stream;
    return {
      stream_id: streamId,
      iss: issuer,
      aud: clientId,
      events_supported: [...eventTypes],
      events_requested: eventsRequested,
      events_delivered: eventsDelivered,
      delivery: { method, endpoint_url: url ?? pollUrl(streamId) },
      min_verification_interval: MIN_VERIFICATION_INTERVAL,
      ...(description !== null && { description }),
    };
  }
}

export class StreamQuery {
  @UuidField({
    ...STREAM_ID,
    optional: true,
    description: 'The id of the stream. Without it, you get a list of your streams.',
  })
  stream_id?: string;
}

export class OneStreamQuery {
  @UuidField(STREAM_ID) stream_id!: string;
}

const STATUS = {
  name: 'SignalStreamState',
  example: 'paused',
  description:
    '`enabled`: events are delivered. `paused`: events are stored until the stream is enabled, for at most 7 days. `disabled`: events are not stored.',
} as const;
const REASON = { max: 255, example: 'Maintenance until noon', description: 'Why the status was set.' };

export class ChangeSignalStreamStatusDto {
  @UuidField(STREAM_ID) stream_id!: string;
  @EnumField(streamStatuses, STATUS) status!: StreamStatus;
  @TextField({ ...REASON, optional: true }) reason?: string;
}

export class SignalStreamStatusDto {
  @UuidField(STREAM_ID) stream_id!: string;
  @EnumField(streamStatuses, STATUS) status!: StreamStatus;
  @TextField({ ...REASON, optional: true }) reason?: string;

  static of({ streamId, status, statusReason }: SignalStream): SignalStreamStatusDto {
    return { stream_id: streamId, status, ...(statusReason !== null && { reason: statusReason }) };
  }
}
