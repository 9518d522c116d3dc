import { declareWebhookType } from '../../webhooks/contract/index.js';
import { changers, type UserStatusChanged } from '../contract/users.events.js';

export const userStatusChanged = declareWebhookType('user.status_changed', {
  description:
    'The status of a user has changed. The cause is the `enterprise`, the `user`, wrong `attempts`, or `time`.',
  example: { userId: 'jane.doe', status: 'BLOCKED', previousStatus: 'ACTIVE', changedBy: 'attempts', test: false },
  schema: {
    type: 'object',
    required: ['userId', 'status', 'previousStatus', 'changedBy', 'test'],
    properties: {
      userId: { type: 'string' },
      status: { $ref: '#/components/schemas/UserStatus' },
      previousStatus: { $ref: '#/components/schemas/UserStatus' },
      changedBy: { type: 'string', enum: [...changers] },
      test: { type: 'boolean' },
    },
  },
});

export const statusChangeOf = ({ payload: { sub, userId, from, to, by, test }, occurredAt }: UserStatusChanged) => ({
  type: userStatusChanged,
  data: { userId, status: to, previousStatus: from, changedBy: by, test },
  about: { sub },
  occurredAt: new Date(occurredAt),
});
