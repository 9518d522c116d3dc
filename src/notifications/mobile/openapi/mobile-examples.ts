import type { JsonObject } from '../../../shared/kernel/index.js';
import type { OperationName } from '../operations.js';

const UUID = '0196f3d2-7c1a-7e54-9b0f-3f1c2a5d8e77';
const DEVICE = '0196f3d2-8d2b-7f65-8c10-4f2d3b6e9f88';
const JWS = 'eyJhbGciOiJFUzI1NiIs….eyJub3RpZmljYXRpb25f….MEUCIQD…';

const actions = [
  { label: 'Approve', action: 'accept', authlevel: 0 },
  { label: 'Refuse', action: 'reject', authlevel: 0 },
];
const body: readonly JsonObject[] = [
  { lng: 'en', subject: 'Confirm your payment', message: 'Pay 25.00 EUR to Bookshop?' },
  { lng: 'de', subject: 'Zahlung bestätigen', message: 'Zahlen Sie 25,00 EUR an Bookshop?', label: { Approve: 'Ja' } },
];
const created = { create_ts: '2026-01-31T09:30:00.000Z', create_ts_epoch: 1769851800000 };
const expiry = { expiry_timestamp: '2026-01-31T09:35:00.000Z', expiry_timestamp_epoch: 1769852100000 };
const updated = { status_code: 100, message: 'Success', notification_uuid: UUID };

interface Example {
  readonly summary: string;
  readonly description: string;
  /** The arguments by name, as they are sent over HTTP. */
  readonly given: JsonObject;
  /** The `ResponseData` of a successful call. */
  readonly data: JsonObject;
}

/** One example call of each operation, and its result. */
export const examples: Readonly<Record<OperationName, Example>> = {
  GetNotifications: {
    summary: 'List the active notifications',
    description:
      "Notifications are listed newest first. Dates have the form `yyyy-MM-dd'T'HH:mm:ssz` or `yyyy-MM-dd`. Both ends are inclusive. The first element of `body` is in the language of the user. `unmet_actions` lists the actions that the user cannot confirm now. It is omitted if there are none.",
    given: { recordCount: 10, enterpriseID: '', startIndex: 1, startDate: '2026-01-31T00:00:00GMT+05:30', endDate: '' },
    data: {
      notifications: [
        {
          ...{ notification_uuid: UUID, ds_required: true, actions, body, ...created, ...expiry },
          ...{ action_performed: '', enterprise_id: 'default' },
          content_digest: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
        },
      ],
      ...{ start: '1', count: '1', total: '1' },
    },
  },
  UpdateNotification: {
    summary: 'Answer a notification',
    description:
      'Only the first answer counts. If `ds_required` is true, send the JWS of the device as `signature`. If the `authlevel` of the action requires it, send the result of the step-up as `stepUp`.',
    given: { notificationID: UUID, response: 'accept', signature: JWS },
    data: { ...updated, is_ds_verified: true },
  },
  GetNotificationHistory: {
    summary: 'List notifications that are no longer active',
    description:
      'Notifications are listed newest first. The dates filter by the time of the last change. List every status that you want. If you send none, the result has code 4. The search covers the subject and the message in every language, and ignores case and accents.',
    given: { recordCount: 10, startIndex: 1, notificationStatus: 'UPDATED', keywordSearch: 'bookshop' },
    data: {
      history: [
        {
          ...{ notification_uuid: UUID, status: 'UPDATED', signing_status: 'Verified', actions, body },
          ...{ action_performed: 'accept', ...created, ...expiry, enterprise_id: 'default' },
          ...{ update_ts: '2026-01-31T09:31:00.000Z', update_ts_epoch: 1769851860000 },
        },
      ],
      total_count: 1,
    },
  },
  DismissNotification: {
    summary: 'Close a notification without an answer',
    description: 'The notification becomes DISMISSED on all devices of the user.',
    given: { notificationID: UUID },
    data: { ...updated, is_ds_verified: false },
  },
  BeginStepUp: {
    summary: 'Start a step-up: an additional check of the user',
    description:
      'Returns the methods by which the user can confirm this response. The result of the step-up can be used once, within two minutes.',
    given: { notificationID: UUID, response: 'accept' },
    data: {
      ...{ step_up_id: '0196f3d2-9e3c-7a76-8d21-5a3e4c7fa099', expires_at: '2026-01-31T09:33:00.000Z' },
      methods: [{ type: 'passkey', options: { challenge: '…', rpId: 'login.example.com' } }, { type: 'password' }],
      attempts_left: 5,
    },
  },
  RequestSignature: {
    summary: 'Ask the user of the app to sign data that the app shows',
    description:
      'Returns a notification of the kind `signature`, and the `request` that the value of each action commits to. The user signs the notification with UpdateNotification. Enterprises read the evidence like that of any other notification. Other devices get no push notification. A user can be asked ten times at once, and then once every six seconds.',
    given: { data: { type: 'plain_text', text: 'I accept the terms of 1 June 2026.' }, authlevel: 1, expiresIn: 120 },
    data: {
      ...{ notification_uuid: UUID, ds_required: true, ...created, ...expiry },
      actions: [{ label: 'Sign', action: 'sign.NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs', authlevel: 1 }],
      body: [
        {
          ...{ lng: 'en', subject: 'Sign this text?' },
          message: '“I accept the terms of 1 June 2026.”\nAsked by: Harbour Bank',
        },
      ],
      ...{ action_performed: '', enterprise_id: 'default' },
      content_digest: 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg',
      request: {
        ...{ client_id: '0198c7b0-5c2d-7a11-8e4f-2b6d9c3a1f00', client_name: 'Harbour Bank', purpose: 'signature' },
        authorization_details: [{ type: 'plain_text', text: 'I accept the terms of 1 June 2026.' }],
      },
    },
  },
  BeginDevice: {
    summary: 'Start to register a device',
    description: 'Returns a nonce for the `proof` of RegisterDevice. It is valid for five minutes.',
    given: {},
    data: { nonce: 'kGzQ3n0VZ4m1o7…', expires_at: '2026-01-31T09:35:00.000Z' },
  },
  RequestDeviceApproval: {
    summary: 'Have another phone approve a new device',
    description:
      'Use this for a user who has a registered phone that counts as a second factor. That phone shows three numbers. The user chooses the `number` that the new device shows. Then call RegisterDevice with the same `publicKey` every two seconds, as long as its reason is `waiting`. The reason `approval` means that the user refused, or did not answer in time. A user can be asked three times in ten minutes, including sign-ins.',
    given: { name: 'My new phone', platform: 'android', publicKey: { kty: 'EC', crv: 'P-256', x: '…', y: '…' } },
    data: { number: '64', expires_at: '2026-01-31T09:32:00.000Z', devices: ['My phone'] },
  },
  RegisterDevice: {
    summary: 'Register a device',
    description:
      'The user must have logged in within the last five minutes, or have approved the device on another phone (RequestDeviceApproval). The reason `approval` means that the enterprise requires the approval. `proof` is a JWS that the device signs with its new key. Its header contains `typ` (`device-proof+jwt`), `alg` (`ES256`) and `jwk`. Its payload contains `sub`, `aud` (the base URL of this API surface), `iat` and `nonce`. The attestation is optional. An attestation for another key or another nonce is refused.',
    given: {
      ...{ name: 'My phone', platform: 'android', publicKey: { kty: 'EC', crv: 'P-256', x: '…', y: '…' } },
      ...{ proof: JWS, pushToken: 'fcm-token' },
    },
    data: { device_id: DEVICE },
  },
  UpdateDevice: {
    summary: 'Change the name or the push token of a device',
    description: 'Values that you omit stay unchanged.',
    given: { deviceID: DEVICE, name: 'My new phone', pushToken: '' },
    data: { device_id: DEVICE, name: 'My new phone' },
  },
  RemoveDevice: {
    summary: 'Remove a device',
    description:
      'The removal is final. Answers that the device has already signed remain verifiable. To remove a device that counts as a second factor, use a token of the app that registered it, a token of another such device, or a token from a sign-in of level 2.',
    given: { deviceID: DEVICE },
    data: { device_id: DEVICE },
  },
};
