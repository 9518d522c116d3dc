import { declareWebhookType } from '../../webhooks/contract/index.js';

export const unusualReading = declareWebhookType('operators.unusual_reading', {
  description:
    'Within an hour, an operator at the console has read the data of unusually many users, or has seen unusually many users in lists and searches. This event is sent at most once per hour for each operator.',
  example: {
    operatorId: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77',
    name: 'Anna Berg',
    persons: 50,
    from: '2026-01-31T08:30:00.000Z',
    to: '2026-01-31T09:30:00.000Z',
    test: false,
  },
  schema: {
    type: 'object',
    required: ['operatorId', 'name', 'persons', 'from', 'to', 'test'],
    properties: {
      operatorId: { type: 'string', format: 'uuid' },
      name: { type: ['string', 'null'] },
      persons: {
        type: 'integer',
        description:
          'The number of different users. The audit log contains the users whose data was read, and the lists that were shown.',
      },
      from: { type: 'string', format: 'date-time' },
      to: { type: 'string', format: 'date-time' },
      test: { type: 'boolean' },
    },
  },
});
