import { declareWebhookType } from '../../webhooks/contract/index.js';

const EXAMPLE = {
  user_id: 'jane.doe',
  notification_uuid: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77',
  status: 'UPDATED',
  delivery_status: 'NOTIFIED',
  action_response: 'accept',
  is_ds_verified: false,
  signing_status: 'NA',
  msg_id: 'payment-4711',
  enterprise_id: 'default',
  create_ts: '2026-01-31T09:30:00.000Z',
  update_ts: '2026-01-31T09:31:12.345Z',
  expiry_timestamp: '2026-01-31T09:35:00.000Z',
  client_ip_address: '192.0.2.17',
  device_id: null,
};

/** Webhooks contain the same data as the API's response about a notification, so they have the same schema. */
const SCHEMA = { $ref: '#/components/schemas/NotificationDto' };

export const notificationClosed = declareWebhookType('notification.closed', {
  description: 'A notification was answered, has expired, or ended in another way.',
  example: EXAMPLE,
  schema: SCHEMA,
});

export const notificationFraudReported = declareWebhookType('notification.fraud_reported', {
  description: 'A user answered `fraud`: the user says that somebody else is acting in their name.',
  example: { ...EXAMPLE, action_response: 'fraud' },
  schema: SCHEMA,
});

export const deviceRegistered = declareWebhookType('device.registered', {
  description: 'A user registered a device. The device can sign answers from now on.',
  example: {
    userId: 'jane.doe',
    deviceId: '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77',
    name: "Jane's phone",
    platform: 'ios',
    registeredTs: 1_767_225_600_000,
  },
  schema: {
    type: 'object',
    required: ['userId', 'deviceId', 'name', 'platform', 'registeredTs'],
    properties: {
      userId: { type: 'string' },
      deviceId: { type: 'string', format: 'uuid' },
      name: { type: 'string' },
      platform: { $ref: '#/components/schemas/DevicePlatform' },
      registeredTs: { type: 'integer', description: 'When the device was registered, in milliseconds since 1970.' },
    },
  },
});
