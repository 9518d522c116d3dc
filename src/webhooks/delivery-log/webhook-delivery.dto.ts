import {
  ArrayField,
  EnumField,
  IntegerField,
  listOf,
  PageQuery,
  TextField,
  TimeField,
  UuidField,
} from '../../shared/http/index.js';
import {
  type DeliveryError,
  deliveryErrors,
  type DeliveryStatus,
  deliveryStatuses,
} from '../deliveries/webhook-delivery.js';
import type { LoggedDelivery } from './webhook-log.repository.js';
import { MOST_REPLAYED } from './webhook-deliveries.service.js';

const ID = { example: '019c1380-0a11-7d5e-a1f0-2b8d6c3e9f14' };

export class WebhookDeliveryParams {
  @UuidField({ example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6' }) endpointId!: string;
  @UuidField(ID) deliveryId!: string;
}

export class WebhookDeliveriesQuery extends PageQuery {
  @EnumField(deliveryStatuses, { optional: true, example: 'failed', description: 'Only those.' })
  status?: DeliveryStatus;
}

export class WebhookAttemptDto {
  @TimeField({ description: 'When it began.' }) at!: string;
  @IntegerField({ min: 0, max: 3_600_000, example: 148, description: 'How long it took, in milliseconds.' })
  ms!: number;
  @IntegerField({ min: 100, max: 999, nullable: true, example: 503, description: 'Of the answer, if there was one.' })
  status!: number | null;
  @EnumField(deliveryErrors, {
    name: 'WebhookDeliveryError',
    nullable: true,
    example: 'status',
    description:
      '`null` for a success. `status`: the answer was no 2xx. There was none for `refused` (the address is not ' +
      'public), `unreachable` (no connection, or it broke), `timeout` (15 s), `too-large` (more than 64 KiB). And ' +
      'there was no try for `disabled` (the endpoint was) and `expired` (it had waited for 30 hours).',
  })
  error!: DeliveryError | null;
}

export class WebhookDeliveryDto {
  @UuidField(ID) deliveryId!: string;
  @UuidField({ example: '019c1380-09f8-7b62-93d4-7e5a1c0b8d33', description: 'What `webhook-id` says, in every try.' })
  webhookId!: string;
  @TextField({ max: 64, example: 'user.status_changed', description: 'Or `callback`, or `webhook.test`.' })
  type!: string;
  @EnumField(deliveryStatuses, { name: 'WebhookDeliveryStatus', example: 'waiting' }) status!: DeliveryStatus;
  @TimeField() createdAt!: string;
  @TimeField({
    nullable: true,
    description:
      'When the next try is due; it may be later while the endpoint fails. `null` when there will be none, or it is ' +
      'being made.',
  })
  nextAttemptAt!: string | null;
  @ArrayField(() => WebhookAttemptDto, { max: 20, description: 'The last tries, the oldest first.' })
  attempts!: WebhookAttemptDto[];

  static of({
    deliveryId,
    eventId,
    type,
    status,
    attempts,
    createdAt,
    nextAttemptAt,
  }: LoggedDelivery): WebhookDeliveryDto {
    return {
      deliveryId,
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

export class WebhookDeliveryListDto extends listOf('deliveries', () => WebhookDeliveryDto) {}

export class ReplayFailedDto {
  @TimeField({ example: '2026-01-31T00:00:00.000Z', description: 'Those that were made then or later.' })
  since!: string;
}

export class ReplayedDto {
  @IntegerField({
    min: 0,
    max: MOST_REPLAYED,
    example: 17,
    description: `How many wait again. At most ${MOST_REPLAYED.toLocaleString('en-US')}: ask again for the rest.`,
  })
  replayed!: number;
}
