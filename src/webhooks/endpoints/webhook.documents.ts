import type { OpenAPIObject } from '@nestjs/swagger';
import { type WebhookType, webhookTypes } from '../contract/webhook-type.js';

type PathItem = OpenAPIObject['paths'][string];
type Schema = Record<string, unknown>;

const header = (name: string, description: string, example: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
  example,
});

const HEADERS = [
  header(
    'webhook-id',
    'The id of the message. It is the same in every attempt and replay. Use it to detect duplicates.',
    '019c1380-09f8-7b62-93d4-7e5a1c0b8d33',
  ),
  header('webhook-timestamp', 'When this attempt was made, in seconds since 1970.', '1767225600'),
  header(
    'webhook-signature',
    'The signature: `v1,` followed by the HMAC-SHA-256 of `<id>.<timestamp>.<body>` in base64. While a secret is being replaced there are two signatures, separated by a space.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const RESPONSES = {
  '2XX': {
    description:
      'Respond with any 2xx status when you have received the message. After any other response, or if there is no response within 15 s, the message is sent again.',
  },
  '410': { description: 'Respond with 410 if you do not want any more messages. The endpoint is then disabled.' },
};

const EVENT_TYPES = 'WebhookEventType';
export const EVENT_TYPE = { $ref: `#/components/schemas/${EVENT_TYPES}` };

/** The names of all declared types, as one schema that clients can share. */
export const eventTypeSchemas = (): Record<string, Schema> => ({
  [EVENT_TYPES]: {
    type: 'string',
    enum: webhookTypes().map(({ name }) => name),
    description: 'The event type. More types may be added.',
  },
});

/** The section of the API document about the requests that the service sends: one for every declared type. */
export const webhooksSection = (): Record<string, PathItem> =>
  Object.fromEntries(webhookTypes().map((type) => [type.name, itemOf(type)]));

function itemOf({ name, description, example: data, schema: dataSchema }: WebhookType): PathItem {
  const example = { type: name, timestamp: '2026-01-31T09:30:00.000Z', data };
  const properties = {
    type: { type: 'string', const: name },
    timestamp: { type: 'string', format: 'date-time', description: 'When the event happened.' },
    data: dataSchema,
  };
  const schema: Schema = { type: 'object', required: Object.keys(properties), properties };
  return {
    post: {
      tags: ['Webhooks'],
      operationId: `Webhook_${name.replace('.', '_')}`,
      summary: name,
      description,
      security: [],
      parameters: HEADERS,
      requestBody: { required: true, content: { 'application/json': { schema, example } } },
      responses: RESPONSES,
    },
  } as PathItem;
}
