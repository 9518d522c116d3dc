import { notificationKinds } from '../new-notification.js';
import {
  ArrayField,
  BooleanField,
  ChosenId,
  EnumField,
  IntegerField,
  JsonField,
  ObjectField,
  text,
  TextField,
  TimeField,
  UuidField,
} from '../../../shared/fields/index.js';
import { KernelErrors } from '../../../shared/kernel/index.js';
import { MOST_CONTENT_BYTES } from '../../notification/content/content-size.js';
import {
  LONGEST_LIFE_SECONDS,
  MOST_ACTIONS,
  MOST_LANGUAGES,
  type NotificationRequest,
  SHORTEST_LIFE_SECONDS,
} from '../notification-request.js';
import {
  deliveryStatuses,
  notificationStatus,
  type NotificationStatus,
  signingStatuses,
} from '../../notification/notification-status.js';
import type { Notification } from '../../notification/notification.entity.js';
import type { StatusBody } from '../../notification/status-body.mapper.js';
import { VALUES } from '../../templates/dto/notification-template.dto.js';
import { NotificationActionDto, NotificationBodyDto, PushMessageDto } from './content.dto.js';

export const ID = { example: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77' };
export const MSG_ID = { max: 128, example: 'payment-4711' };
const TIME = { example: '2026-01-31T09:30:00.000Z' };
const STATUS = { name: 'NotificationStatus', example: 'ACTIVE' };

export class NotificationParams {
  @UuidField(ID) notificationUuid!: string;
}

export class CreateNotificationDto {
  @ChosenId({ example: 'jane.doe', description: 'The user who is asked. The user must be ACTIVE.' }) user_id!: string;

  @TextField({
    ...MSG_ID,
    description:
      'Your own id for the transaction, for idempotency. If you repeat the request with the same `msg_id`, no second notification is created. Only `expires_in` may differ in the repeated request.',
  })
  msg_id!: string;

  @IntegerField({
    min: SHORTEST_LIFE_SECONDS,
    max: LONGEST_LIFE_SECONDS,
    example: 300,
    description: 'For how many seconds the user can answer.',
  })
  expires_in!: number;

  @ArrayField(() => NotificationBodyDto, {
    min: 1,
    max: MOST_LANGUAGES,
    optional: true,
    description: `The texts, one element for each language. Together with the actions, they may have at most ${MOST_CONTENT_BYTES} bytes of JSON. Send either \`body\`, or \`template_id\` and \`values\`.`,
  })
  body?: NotificationBodyDto[];

  @ChosenId({ optional: true, example: 'payment', description: 'The template from which the texts are generated.' })
  template_id?: string;

  @IntegerField({
    min: 1,
    max: 1_000_000,
    optional: true,
    example: 2,
    description: 'The version of the template. Default: the newest.',
  })
  template_version?: number;

  @JsonField({ ...VALUES, optional: true })
  values?: Record<string, unknown>;

  @ArrayField(() => NotificationActionDto, {
    min: 1,
    max: MOST_ACTIONS,
    description: 'The answers from which the user chooses.',
  })
  actions!: NotificationActionDto[];

  @BooleanField({ default: true, description: "Whether one of the user's devices must sign the answer." })
  ds_required = true;

  @ObjectField(() => PushMessageDto, {
    optional: true,
    description:
      'The text of the push notification. Locked screens may show it, so it must contain nothing sensitive. Default: a general text.',
  })
  notification_msg?: PushMessageDto;

  @TextField({
    max: 2_048,
    pattern: /^https?:\/\/[!"$-~]+$/,
    format: 'uri',
    called: 'an absolute https URL without a fragment',
    optional: true,
    example: 'https://bank.example/countersign/answers',
    description:
      'The address to which the service sends the final state. It must have the same origin as a registered webhook endpoint.',
  })
  callback_url?: string;

  static toRequest(dto: CreateNotificationDto): NotificationRequest {
    const { subject, message } = dto.notification_msg ?? {};
    return {
      userId: dto.user_id,
      msgId: dto.msg_id,
      expiresInSeconds: dto.expires_in,
      actions: dto.actions.map((action) => NotificationActionDto.toAction(action)),
      body: (dto.body ?? []).map((body) => NotificationBodyDto.toBody(body)),
      template: templateOf(dto),
      dsRequired: dto.ds_required,
      pushMessage: subject !== undefined && message !== undefined ? { subject, message } : null,
      callbackUrl: dto.callback_url ?? null,
    };
  }
}

/** Reads the template of a request, which must contain either texts or a template, but not both. */
function templateOf({ body, template_id: templateId, template_version: version, values }: CreateNotificationDto) {
  if (templateId !== undefined && body === undefined) return { templateId, version, values: values ?? {} };
  const errors = [
    ...(body === undefined ? [{ pointer: '/body', detail: 'Either `body` or `template_id` is required.' }] : []),
    ...Object.entries({ template_id: templateId, template_version: version, values })
      .filter(([, value]) => value !== undefined)
      .map(([name]) => ({ pointer: `/${name}`, detail: 'Cannot be combined with `body`.' })),
  ];
  if (errors.length > 0) throw KernelErrors.invalidArguments(undefined, { errors });
  return null;
}

export class CreatedNotificationDto {
  @UuidField(ID) notification_uuid!: string;
  @EnumField(notificationStatus.states, STATUS) status!: NotificationStatus;
  @EnumField(deliveryStatuses, { name: 'DeliveryStatus', example: 'NONE' }) delivery_status!: string;
  @TimeField(TIME) create_ts!: string;
  @TimeField(TIME) expiry_timestamp!: string;
  @TextField({
    min: 43,
    max: 43,
    example: 'NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs',
    description: 'The digest that devices sign: SHA-256 of the canonical content (RFC 8785), in base64url.',
  })
  content_digest!: string;

  @ArrayField(text({ max: 64 }), {
    max: MOST_ACTIONS,
    optional: true,
    example: ['accept'],
    description:
      'The actions whose `authlevel` the user cannot meet now, because a passkey, a password or a stored face is missing. Omitted if there are none.',
  })
  unmet_actions?: string[];

  static of(notification: Notification, unmetActions: readonly string[]): CreatedNotificationDto {
    return {
      notification_uuid: notification.notificationUuid,
      status: notification.status,
      delivery_status: notification.deliveryStatus,
      create_ts: notification.createdAt.toISOString(),
      expiry_timestamp: notification.expiryAt.toISOString(),
      content_digest: notification.contentDigest,
      ...(unmetActions.length > 0 && { unmet_actions: [...unmetActions] }),
    };
  }
}

/** The state of a notification, without its content or evidence. */
export class NotificationStateDto implements StatusBody {
  @ChosenId({ example: 'jane.doe' }) user_id!: string;
  @UuidField(ID) notification_uuid!: string;
  @EnumField(notificationStatus.states, {
    ...STATUS,
    description:
      'The status. `TAMPERED`: a device signed different content, or the stored data was altered, possibly after the notification had ended.',
  })
  status!: NotificationStatus;

  @EnumField(deliveryStatuses, {
    name: 'DeliveryStatus',
    example: 'NOTIFIED',
    description:
      "Whether the push services accepted the push notification for all, some or none of the user's devices.",
  })
  delivery_status!: string;

  @TextField({ max: 64, example: 'accept', description: 'The action that the user chose. `NONE`: there is no answer.' })
  action_response!: string;

  @BooleanField({ example: true, description: 'Whether the answer has a valid signature.' }) is_ds_verified!: boolean;
  @EnumField(signingStatuses, {
    name: 'SigningStatus',
    example: 'Verified',
    description: 'Whether the signature of the answer was valid. `NA`: no signature was checked.',
  })
  signing_status!: string;

  @TextField(MSG_ID) msg_id!: string;
  @ChosenId({ example: 'default' }) enterprise_id!: string;
  @TimeField(TIME) create_ts!: string;
  @TimeField(TIME) update_ts!: string;
  @TimeField(TIME) expiry_timestamp!: string;
  @TextField({
    max: 45,
    nullable: true,
    example: '192.0.2.17',
    description: 'The IP address from which the user answered.',
  })
  client_ip_address!: string | null;
  @UuidField({ ...ID, nullable: true, description: 'The device on which the user answered.' })
  device_id!: string | null;

  @EnumField(notificationKinds, {
    name: 'NotificationKind',
    optional: true,
    example: 'approval',
    description:
      '`approval`: a client created the notification by a backchannel authentication request. `signature`: an app asked its user to sign data. For both kinds, `action_response` is `accept` (`sign` for a signature), `reject` or `fraud`.',
  })
  kind?: string;

  @TextField({
    max: 64,
    optional: true,
    example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6',
    description: 'The client that asks for the approval or the signature. Present if `kind` is present.',
  })
  client_id?: string;
}
