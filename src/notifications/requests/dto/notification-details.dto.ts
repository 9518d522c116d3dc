import { ApiProperty, ApiPropertyOptional } from '@nestjs/swagger';
import {
  ArrayField,
  BooleanField,
  ChosenId,
  EnumField,
  IntegerField,
  ObjectField,
  text,
  TextField,
  TimeField,
  UuidField,
} from '../../../shared/fields/index.js';
import type { JsonObject } from '../../../shared/kernel/index.js';
import { type EventKind, eventKinds, type NotificationEvent } from '../../history/notification-event.entity.js';
import { type Content, readContent } from '@countersign/evidence';
import type { Notification } from '../../notification/notification.entity.js';
import { statusBody } from '../../notification/status-body.mapper.js';
import { type PushOutcome, pushOutcomes } from '../../push/push.js';
import { MOST_ACTIONS, MOST_LANGUAGES } from '../notification-request.js';
import { NotificationActionDto, NotificationBodyDto, PushMessageDto } from './content.dto.js';
import { ID, NotificationStateDto } from './notification.dto.js';
import { EvidenceDto } from './evidence.dto.js';

export class NotificationDto extends NotificationStateDto {
  @ApiPropertyOptional({
    type: () => EvidenceDto,
    description:
      'The proof of a signed answer. Anyone can verify it offline with the published evidence keys. Present if the answer was signed.',
  })
  evidence?: EvidenceDto;

  @ArrayField(text({ max: 64 }), {
    max: 5,
    optional: true,
    example: ['payment_initiation'],
    description: 'The types of the `authorization_details` of the request. Present if the request has details.',
  })
  authorization_details_types?: string[];
}

const MOST_DEVICES = 100;

export class UsedNotificationTemplateDto {
  @ChosenId({ example: 'payment' }) template_id!: string;
  @IntegerField({ min: 1, max: 1_000_000, example: 2 }) version!: number;

  static of({ templateId, templateVersion }: Notification): UsedNotificationTemplateDto | null {
    return templateId === null || templateVersion === null
      ? null
      : { template_id: templateId, version: templateVersion };
  }
}

export class NotificationPushDto {
  @UuidField(ID) device_id!: string;
  @EnumField(pushOutcomes, {
    name: 'PushOutcome',
    example: 'taken',
    description:
      'The result for this device. `waiting`: not sent yet. `taken`: the push service accepted the push notification. `gone`: the push address of the device is no longer valid. `failed`: it could not be sent.',
  })
  outcome!: PushOutcome;
}

/** The content of a notification, its receiver and sender, and its result. */
export class NotificationDetailsDto extends NotificationDto {
  @ArrayField(() => NotificationBodyDto, {
    max: MOST_LANGUAGES,
    description: 'The texts, one element for each language, sorted by `lng`.',
  })
  body!: NotificationBodyDto[];
  @ArrayField(() => NotificationActionDto, { max: MOST_ACTIONS }) actions!: NotificationActionDto[];
  @BooleanField({ example: true, description: "Whether one of the user's devices had to sign the answer." })
  ds_required!: boolean;
  @ObjectField(() => UsedNotificationTemplateDto, {
    nullable: true,
    description: 'The template from which the texts were generated. `null`: the texts were sent with the request.',
  })
  template!: UsedNotificationTemplateDto | null;
  @ObjectField(() => PushMessageDto, {
    nullable: true,
    description: 'The text of the push notification, as shown on locked screens.',
  })
  notification_msg!: PushMessageDto | null;
  @TextField({ max: 2_048, nullable: true, example: 'https://bank.example/countersign/answers' })
  callback_url!: string | null;
  @TextField({
    max: 255,
    nullable: true,
    example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6',
    description:
      'The client that created the notification. `null`: it was created by an older version that did not store this.',
  })
  created_by!: string | null;
  @ArrayField(() => NotificationPushDto, {
    max: MOST_DEVICES,
    description: 'The result of the push notification to each device.',
  })
  pushes!: NotificationPushDto[];

  static of(notification: Notification): NotificationDetailsDto {
    const { actions, body } = contentOf(notification);
    return Object.assign(statusBody(notification) as NotificationDto, {
      body: body.map((texts) => ({ ...texts })),
      actions: actions.map((action) => ({ ...action })),
      ds_required: notification.dsRequired,
      template: UsedNotificationTemplateDto.of(notification),
      notification_msg: notification.pushMessage,
      callback_url: notification.callbackUrl,
      created_by: notification.createdBy,
      pushes: Object.entries(notification.pushes ?? {}).map(([deviceId, outcome]) => ({
        device_id: deviceId,
        outcome,
      })),
    });
  }
}

/** The content; empty if the stored text is not valid JSON, because it was altered in the database. */
function contentOf({ content }: Notification): Content {
  try {
    return readContent(content);
  } catch {
    return { actions: [], body: [] };
  }
}

export class NotificationEventDto {
  @TimeField({ example: '2026-01-31T09:30:00.000Z' }) at!: string;
  @EnumField(eventKinds, {
    name: 'NotificationEventKind',
    example: 'hint',
    description:
      'What happened. `created`: the notification was created. `hint`: a push notification was sent to a push service. `listed`: a device fetched the notification for the first time. `step-up-asked`: the user was asked to confirm their identity. `step-up-done`: the user confirmed it. `closed`: the notification was answered or ended in another way. More kinds may be added.',
  })
  kind!: EventKind;
  @UuidField({
    ...ID,
    nullable: true,
    description: 'The device that the event is about. `null`: the event is not about a device.',
  })
  device_id!: string | null;
  @ApiProperty({
    type: 'object',
    additionalProperties: true,
    example: { outcome: 'taken' },
    description: 'Further facts: the result of a push notification or step-up, or the final status.',
  })
  details!: JsonObject;
}

export class NotificationEventsDto {
  @ArrayField(() => NotificationEventDto, { max: 202 }) events!: NotificationEventDto[];

  static of(events: readonly NotificationEvent[]): NotificationEventsDto {
    return {
      events: events.map(({ at, kind, deviceId, details }) => ({
        at: at.toISOString(),
        kind,
        device_id: deviceId,
        details,
      })),
    };
  }
}
