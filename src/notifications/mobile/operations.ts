import {
  type Arguments,
  date,
  flag,
  object,
  oneOf,
  required,
  someOf,
  text,
  type ValuesOf,
  whole,
} from './arguments.js';

/** One operation of the mobile API: its arguments in their documented order, and the event that carries its result. */
interface Operation {
  readonly event: string;
  readonly arguments: Arguments;
  /** How many arguments, counted from the first, can be passed by position. The rest can only be passed by name. */
  readonly positional?: number;
  /** The names of the lists in the event. If the operation fails, these lists are empty. */
  readonly lists?: readonly string[];
}

/** The final statuses of a notification, as named in the mobile API. */
export const finalStatuses = ['UPDATED', 'EXPIRED', 'TAMPERED', 'DISMISSED', 'DISCARD', 'CANCELLED'] as const;
export const platforms = ['web', 'ios', 'android'] as const;

export const MOST_RECORDS = 1_000;
const LONGEST_START = 2_147_483_647;
const LONGEST_JWS = 4_096;

const page = {
  recordCount: required(whole(0, MOST_RECORDS, 'How many notifications to return. 0: all.')),
  enterpriseID: text(255, 'Only notifications of this enterprise.'),
  startIndex: required(
    whole(1, LONGEST_START, 'The position of the first notification to return. The first position is 1.'),
  ),
};
const created = {
  startDate: date('Only notifications created at this time or later.'),
  endDate: date('Only notifications created at this time or earlier.'),
};
const updated = {
  startDate: date('Only notifications whose last change was at this time or later.'),
  endDate: date('Only notifications whose last change was at this time or earlier.'),
};
const notificationID = required(text(64, 'The `notification_uuid` of the notification.', { format: 'uuid' }));
const response = required(text(64, 'The `action` that the user chose.', { example: 'accept' }));
const deviceID = required(text(64, 'The `device_id` of the device.', { format: 'uuid' }));
const pushToken = text(LONGEST_JWS, 'The token with which the push service reaches the device.');
const typesNumbers = flag(
  'Whether the user can type a number in the app as a step-up. If so, the user types the number that the sign-in page shows. Otherwise, the user chooses it from three numbers.',
);
const deviceName = text(255, 'The name that the user gave the device.', { example: 'My phone' });
const platform = required(oneOf(platforms, 'The kind of device.'));
const publicKey = required(object('The public key of the device, as a JWK on the curve P-256.'));

/**
 * All operations of the mobile API. The names and the order of the arguments are part of the public interface, and must
 * not change.
 */
export const operations = {
  GetNotifications: {
    event: 'onGetNotifications',
    arguments: { ...page, ...created },
    lists: ['notifications'],
  },
  UpdateNotification: {
    event: 'onUpdateNotification',
    arguments: {
      notificationID,
      response,
      signature: text(
        LONGEST_JWS,
        'The JWS with which the device signed this notification and response. If the signature is invalid, the call is refused with the reason `signature`, and nothing changes. If the signature is valid but covers different content, the notification becomes TAMPERED.',
      ),
      stepUp: object('The result of the step-up that BeginStepUp started.'),
    },
    positional: 2,
  },
  GetNotificationHistory: {
    event: 'onGetNotificationsHistory',
    arguments: {
      ...page,
      ...updated,
      notificationStatus: required(
        someOf(finalStatuses, 'The status to list. Separate several values with commas: `UPDATED,EXPIRED`.'),
      ),
      actionPerformed: text(64, 'Only notifications answered with this `action`.'),
      keywordSearch: text(
        255,
        'Only notifications that contain this text in the subject or message, in any language. Case and accents are ignored.',
      ),
      deviceID: text(64, 'Only notifications answered on this device.'),
    },
    lists: ['history'],
  },
  DismissNotification: { event: 'onUpdateNotification', arguments: { notificationID } },
  BeginStepUp: { event: 'onBeginStepUp', arguments: { notificationID, response }, lists: ['methods'] },
  RequestSignature: {
    event: 'onRequestSignature',
    arguments: {
      data: required(
        object(
          "The data to sign. Its `type` is one of the client's `authorizationDetailsTypes`. The type `plain_text` is a single line of text.",
          { required: ['type'], properties: { type: { type: 'string' } }, additionalProperties: true },
        ),
      ),
      authlevel: oneOf(
        [0, 1, 3, 4],
        'How the user must confirm the signature: an `authlevel`, as in the `actions` of a notification. Default: 0.',
      ),
      expiresIn: whole(15, 600, 'How long the user has to sign, in seconds. Default: 120.'),
    },
  },
  BeginDevice: { event: 'onBeginDevice', arguments: {} },
  RequestDeviceApproval: {
    event: 'onRequestDeviceApproval',
    arguments: { name: required(deviceName), platform, publicKey },
    lists: ['devices'],
  },
  RegisterDevice: {
    event: 'onRegisterDevice',
    arguments: {
      name: required(deviceName),
      platform,
      publicKey,
      proof: required(text(LONGEST_JWS, 'A JWS that proves that the device has the private key.')),
      pushToken,
      typesNumbers,
      attestation: object(
        'The manufacturer’s attestation of the key: an object with a `format`. The format `android-key` has `x5c`: the certificates of the key in base64url, made with the nonce as the challenge. The format `apple-appattest` has `attestation` (Apple’s object in base64url) and `app`. The format `webauthn` has `credential`: the response of the browser.',
        { required: ['format'], properties: { format: { type: 'string' } }, additionalProperties: true },
      ),
    },
    positional: 5,
  },
  UpdateDevice: {
    event: 'onUpdateDevice',
    arguments: { deviceID, name: deviceName, pushToken, typesNumbers },
    positional: 3,
  },
  RemoveDevice: { event: 'onRemoveDevice', arguments: { deviceID } },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof operations;
export type ArgumentsOf<N extends OperationName> = ValuesOf<(typeof operations)[N]['arguments']>;

export const operationNames = Object.keys(operations) as OperationName[];

export const isOperation = (name: unknown): name is OperationName =>
  typeof name === 'string' && Object.hasOwn(operations, name);

export const operationOf = (name: OperationName): Operation => operations[name];

/** Whether the operation reads a list, which may be long. */
export const readsList = (name: OperationName): boolean => Object.hasOwn(operations[name].arguments, 'recordCount');
