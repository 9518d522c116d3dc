import {
  ArrayField,
  BooleanField,
  ChosenId,
  EnumField,
  IntegerField,
  listOf,
  TextField,
  TimeField,
  UuidField,
  TimeRangeQuery,
} from '../../shared/fields/index.js';
import {
  type DeliveryError,
  deliveryErrors,
  type DeliveryStatus,
  deliveryStatuses,
} from '../deliveries/webhook-delivery.js';
import { webhookTypes, withholder } from '../contract/webhook-type.js';
import {
  type ListedDeliveries,
  MOST_REPLAYED,
  type NamedDelivery,
  type OpenedDelivery,
} from './webhook-deliveries.service.js';

const ENDPOINT = { example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6' };
const ID = { example: '019c1380-0a11-7d5e-a1f0-2b8d6c3e9f14' };

export class WebhookDeliveryParams {
  @UuidField(ENDPOINT) endpointId!: string;
  @UuidField(ID) deliveryId!: string;
}

/** The filters for the deliveries of one endpoint. */
export class WebhookDeliveriesQuery extends TimeRangeQuery {
  @EnumField(deliveryStatuses, { optional: true, example: 'failed', description: 'Only deliveries with this status.' })
  status?: DeliveryStatus;

  @TextField({ max: 64, optional: true, example: 'user.status_changed', description: 'Only deliveries of this type.' })
  type?: string;

  static toFilter(query: WebhookDeliveriesQuery): ListedDeliveries {
    return { ...TimeRangeQuery.rangeOf(query), status: query.status, type: query.type };
  }
}

export class AllWebhookDeliveriesQuery extends WebhookDeliveriesQuery {
  @UuidField({ ...ENDPOINT, optional: true, description: 'Only deliveries to this endpoint.' }) endpointId?: string;

  @UuidField({
    ...ID,
    optional: true,
    description: 'Only deliveries about this notification, identity verification session or device.',
  })
  about?: string;

  @ChosenId({ optional: true, example: 'jane.doe', description: 'Only deliveries about this user.' })
  userId?: string;

  static override toFilter(query: AllWebhookDeliveriesQuery): ListedDeliveries {
    const { endpointId, about, userId } = query;
    return { ...WebhookDeliveriesQuery.toFilter(query), endpointId, about, userId };
  }
}

export class WebhookAttemptDto {
  @TimeField({ description: 'When the attempt started.' }) at!: string;
  @IntegerField({ min: 0, max: 3_600_000, example: 148, description: 'The duration of the attempt, in milliseconds.' })
  ms!: number;
  @IntegerField({
    min: 100,
    max: 999,
    nullable: true,
    example: 503,
    description: "The HTTP status of the receiver's response. `null`: there was no response.",
  })
  status!: number | null;
  @EnumField(deliveryErrors, {
    name: 'WebhookDeliveryError',
    nullable: true,
    example: 'status',
    description:
      'Why the attempt failed. `null`: it succeeded. `status`: the response did not have a 2xx status. `refused`: the address is not public. `unreachable`: the connection failed or broke. `timeout`: there was no response within 15 s. `too-large`: the response was larger than 64 KiB. `disabled`: no attempt was made, because the endpoint was disabled. `expired`: no attempt was made, because the delivery had waited for 30 hours.',
  })
  error!: DeliveryError | null;
}

export class WebhookDeliveryDto {
  @UuidField(ID) deliveryId!: string;
  @UuidField(ENDPOINT) endpointId!: string;
  @UuidField({
    example: '019c1380-09f8-7b62-93d4-7e5a1c0b8d33',
    description: 'The value of the header `webhook-id`. It is the same in every attempt.',
  })
  webhookId!: string;
  @TextField({
    max: 64,
    example: 'user.status_changed',
    description: 'The event type, or `callback`, or `webhook.test`.',
  })
  type!: string;
  @EnumField(deliveryStatuses, { name: 'WebhookDeliveryStatus', example: 'waiting' }) status!: DeliveryStatus;
  @UuidField({
    ...ID,
    nullable: true,
    description: 'The id of the notification, identity verification session or device that the delivery is about.',
  })
  about!: string | null;
  @ChosenId({
    nullable: true,
    example: 'jane.doe',
    description:
      'The user that the delivery is about. `null`: the delivery is not about a user, or the user was erased.',
  })
  userId!: string | null;
  @TimeField() createdAt!: string;
  @TimeField({
    nullable: true,
    description:
      'When the next attempt is due. It can be delayed while the endpoint fails. `null`: no attempt will follow, or an attempt is being made now.',
  })
  nextAttemptAt!: string | null;
  @ArrayField(() => WebhookAttemptDto, { max: 20, description: 'The last attempts, oldest first.' })
  attempts!: WebhookAttemptDto[];

  static of({
    deliveryId,
    endpointId,
    about,
    userId,
    eventId,
    type,
    status,
    attempts,
    createdAt,
    nextAttemptAt,
  }: NamedDelivery): WebhookDeliveryDto {
    return {
      deliveryId,
      endpointId,
      about,
      userId,
      webhookId: eventId,
      type,
      status,
      createdAt: createdAt.toISOString(),
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
      attempts: attempts.map(({ at, ms, status: answered = null, error = null }) => ({
        at,
        ms,
        status: answered,
        error,
      })),
    };
  }
}

export class AnsweredWebhookAttemptDto extends WebhookAttemptDto {
  @TextField({
    max: 2_048,
    nullable: true,
    singleLine: false,
    example: '{"error":"unknown order"}',
    description: "The first 2 KiB of the receiver's response. `null`: the response was empty, or there was none.",
  })
  answer!: string | null;
}

export class OpenedWebhookDeliveryDto extends WebhookDeliveryDto {
  @TextField({
    max: 2_048,
    example: 'https://bank.example/webhooks/countersign',
    description: 'The address to which the delivery is sent.',
  })
  url!: string;

  @TextField({
    max: 2_097_152,
    singleLine: false,
    example: '{"type":"user.status_changed","timestamp":"2026-01-31T09:30:00.000Z","data":{"userId":"jane.doe"}}',
    description: 'The exact text that is sent.',
  })
  payload!: string;

  @ArrayField(() => AnsweredWebhookAttemptDto, { max: 20, description: 'The last attempts, oldest first.' })
  declare attempts: AnsweredWebhookAttemptDto[];

  static ofOpened(
    { delivery, exchange: { url, payload, answers } }: OpenedDelivery,
    forOperator: boolean,
  ): OpenedWebhookDeliveryDto {
    const shown = WebhookDeliveryDto.of(delivery);
    const type = webhookTypes().find(({ name }) => name === delivery.type);
    const told = forOperator && type ? withholder(type, payload) : (text: string) => text;
    const attempts = shown.attempts.map((attempt) =>
      Object.assign(attempt, { answer: told(answers.get(attempt.at) ?? '') || null }),
    );
    return Object.assign(shown, { url, payload: told(payload), attempts });
  }
}

export class WebhookDeliveryListDto extends listOf('deliveries', () => WebhookDeliveryDto) {}

export class ReplayFailedDto {
  @TimeField({
    example: '2026-01-31T00:00:00.000Z',
    description: 'Only failed deliveries that were created at this time or later.',
  })
  since!: string;

  @BooleanField({
    default: false,
    example: true,
    description: 'Whether to only count the deliveries, without sending them.',
  })
  dryRun?: boolean;
}

export class ReplayedDto {
  @IntegerField({
    min: 0,
    max: MOST_REPLAYED,
    example: 17,
    description: `How many deliveries will be sent again. One call handles at most ${MOST_REPLAYED.toLocaleString('en-US')}. Repeat the call for the rest.`,
  })
  replayed!: number;
}
