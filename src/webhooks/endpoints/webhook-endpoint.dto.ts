import {
  ArrayField,
  BooleanField,
  EnumField,
  IntegerField,
  type Kind,
  listOf,
  text,
  TextField,
  UuidField,
} from '../../shared/fields/index.js';
import { EVENT_TYPE } from './webhook.documents.js';
import type { EndpointWithSecret } from './webhook-endpoints.service.js';
import type { DisabledBy, EndpointSettings, WebhookEndpoint } from './webhook-endpoint.entity.js';

const ID = { example: '019c137f-5940-7c35-8d70-4f7cc1d3b2a6' };
const TIMESTAMP = { min: 0, max: Number.MAX_SAFE_INTEGER, example: 1_767_225_600_000 };

const URL_OF_ENDPOINT = {
  max: 2_048,
  pattern: /^https?:\/\/[!"$-~]+$/,
  format: 'uri',
  called: 'an absolute https URL without a fragment',
  example: 'https://bank.example/webhooks/countersign',
  description:
    'The address to which webhooks are sent. It must be a public `https` address without credentials or a fragment. In development mode, `http` on the same machine is also allowed.',
} as const;

const TYPES = {
  max: 50,
  unique: true,
  example: ['user.status_changed'],
  description:
    'The event types to which the endpoint subscribes. The section *Webhooks* of this document describes each type. If the list is empty, the endpoint receives only callbacks of notifications whose `callback_url` has the same origin.',
} as const;

/** The name of a declared event type. Only its length is checked here; `EndpointRules` refuses unknown names. */
const typeName = (): Kind => ({ ...text({ max: 64 }), schema: EVENT_TYPE as Kind['schema'] });

const ENABLED = {
  example: true,
  description:
    'Whether events are delivered to the endpoint. Events that happen while it is disabled are never delivered.',
} as const;

export class WebhookEndpointParam {
  @UuidField(ID) endpointId!: string;
}

export class CreateWebhookEndpointDto {
  @TextField(URL_OF_ENDPOINT) url!: string;
  @ArrayField(typeName(), TYPES) eventTypes!: string[];
  @BooleanField({ ...ENABLED, default: true }) enabled?: boolean;

  static toSettings({ url, eventTypes, enabled = true }: CreateWebhookEndpointDto): EndpointSettings {
    return { url, eventTypes, enabled };
  }
}

/** Members that are omitted keep their values. */
export class ChangeWebhookEndpointDto {
  @TextField({ ...URL_OF_ENDPOINT, optional: true }) url?: string;
  @ArrayField(typeName(), { ...TYPES, optional: true }) eventTypes?: string[];
  @BooleanField({ ...ENABLED, optional: true }) enabled?: boolean;

  static toChanges({ url, eventTypes, enabled }: ChangeWebhookEndpointDto): Partial<EndpointSettings> {
    return Object.fromEntries(Object.entries({ url, eventTypes, enabled }).filter(([, value]) => value !== undefined));
  }
}

const disablers = ['enterprise', 'receiver', 'failures'] satisfies readonly DisabledBy[];

export class WebhookEndpointDto {
  @UuidField(ID) endpointId!: string;
  @TextField(URL_OF_ENDPOINT) url!: string;
  @ArrayField(typeName(), TYPES) eventTypes!: string[];
  @BooleanField(ENABLED) enabled!: boolean;
  @EnumField(disablers, {
    name: 'WebhookDisabledBy',
    nullable: true,
    example: null,
    description:
      'Who disabled the endpoint. `enterprise`: you did. `receiver`: the receiver responded with status 410. `failures`: the service did, because every attempt had failed for 5 days. `null`: the endpoint is enabled.',
  })
  disabledBy!: DisabledBy | null;
  @IntegerField({
    ...TIMESTAMP,
    nullable: true,
    example: null,
    description: 'Since when every attempt has failed, in milliseconds since 1970. `null`: the last attempt succeeded.',
  })
  failingSinceTs!: number | null;
  @IntegerField({ ...TIMESTAMP, description: 'When the endpoint was registered, in milliseconds since 1970.' })
  createdTs!: number;
  @IntegerField({ ...TIMESTAMP, description: 'When the endpoint was last changed, in milliseconds since 1970.' })
  updatedTs!: number;

  static of(endpoint: WebhookEndpoint): WebhookEndpointDto {
    const { endpointId, url, eventTypes, enabled, disabledBy, failingSince, createdAt, updatedAt } = endpoint;
    return {
      endpointId,
      url,
      eventTypes,
      enabled,
      disabledBy,
      failingSinceTs: failingSince?.getTime() ?? null,
      createdTs: createdAt.getTime(),
      updatedTs: updatedAt.getTime(),
    };
  }
}

export class WebhookEndpointListDto extends listOf('webhookEndpoints', () => WebhookEndpointDto) {}

const SECRET = {
  max: 64,
  example: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oDazpGrcy1q5c=',
  description:
    'The secret with which the webhooks are signed. It is shown only in this response. Store it where you store your other secrets.',
} as const;

export class NewWebhookEndpointDto extends WebhookEndpointDto {
  @TextField(SECRET) secret!: string;

  static ofNew({ endpoint, secret }: EndpointWithSecret): NewWebhookEndpointDto {
    return Object.assign(WebhookEndpointDto.of(endpoint), { secret });
  }
}

export class RotateWebhookSecretDto {
  @IntegerField({
    min: 0,
    max: 2_592_000,
    default: 86_400,
    example: 86_400,
    description:
      'For how many seconds messages are also signed with the previous secret. Use this time to change your receivers one by one.',
  })
  overlapSeconds?: number;
}

export class NewWebhookSecretDto {
  @UuidField(ID) endpointId!: string;
  @TextField(SECRET) secret!: string;
}
