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
  header('webhook-id', 'Names the message: the same in every try and replay.', '019c1380-09f8-7b62-93d4-7e5a1c0b8d33'),
  header('webhook-timestamp', 'When this try was made, in seconds since 1970.', '1767225600'),
  header(
    'webhook-signature',
    '`v1,` and the HMAC-SHA-256 of `<id>.<timestamp>.<body>` in base64. Two, apart by a space, while a secret is replaced.',
    'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=',
  ),
];

const RESPONSES = {
  '2XX': { description: 'You have it. Any other answer, or none within 15 s, means that it is sent again.' },
  '410': { description: 'You want no more of them: the endpoint is disabled.' },
};

const EVENT_TYPES = 'WebhookEventType';
export const EVENT_TYPE = { $ref: `#/components/schemas/${EVENT_TYPES}` };

/** The names of all declared types, as one schema that clients can share. */
export const eventTypeSchemas = (): Record<string, Schema> => ({
  [EVENT_TYPES]: { type: 'string', enum: webhookTypes().map(({ name }) => name), description: 'More may come.' },
});

/** The calls that we make, for the API document: every declared type. */
export const webhooksSection = (): Record<string, PathItem> =>
  Object.fromEntries(webhookTypes().map((type) => [type.name, itemOf(type)]));

function itemOf({ name, description, example: data, schema: dataSchema }: WebhookType): PathItem {
  const example = { type: name, timestamp: '2026-01-31T09:30:00.000Z', data };
  const properties = {
    type: { type: 'string', const: name },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
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
