import { type Arguments, date, object, oneOf, required, someOf, text, type ValuesOf, whole } from './arguments.js';

/** One operation of the mobile surface: its arguments in their order, and the event that it ends with. */
interface Operation {
  readonly event: string;
  readonly arguments: Arguments;
  /** How many of the arguments a list may have. The others are given by name only. */
  readonly positional?: number;
  /** The lists that the event always has: empty, when the operation fails. */
  readonly lists?: readonly string[];
}

/** Statuses that a notification ends in, as the history names them. */
export const finalStatuses = ['UPDATED', 'EXPIRED', 'TAMPERED', 'DISMISSED', 'DISCARD', 'CANCELLED'] as const;
export const platforms = ['web', 'ios', 'android'] as const;

export const MOST_RECORDS = 1_000;
const LONGEST_START = 2_147_483_647;
const LONGEST_JWS = 4_096;

const page = {
  recordCount: required(whole(0, MOST_RECORDS, 'How many to return; 0: all.')),
  enterpriseID: text(255, 'Of this enterprise only.'),
  startIndex: required(whole(1, LONGEST_START, 'Where to begin; the first has the index 1.')),
};
const created = {
  startDate: date('Created then or later.'),
  endDate: date('Created then or earlier.'),
};
const updated = {
  startDate: date('Finished then or later.'),
  endDate: date('Finished then or earlier.'),
};
const notificationID = required(text(64, 'The `notification_uuid`.', { format: 'uuid' }));
const response = required(text(64, 'The `action` that was chosen.', { example: 'accept' }));
const deviceID = required(text(64, 'The `device_id`.', { format: 'uuid' }));
const pushToken = text(LONGEST_JWS, 'By which its push service reaches the device.');
const deviceName = text(255, 'The name that its user gave the device.', { example: 'My phone' });

/** Every operation. Names and order of the arguments are part of the interface. */
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
        "The device's JWS about this notification and response. One that does not hold is refused (`signature`) and changes nothing; one that the device has signed about another content makes it TAMPERED.",
      ),
      stepUp: object('The step-up that BeginStepUp began.'),
    },
    positional: 2,
  },
  GetNotificationHistory: {
    event: 'onGetNotificationsHistory',
    arguments: {
      ...page,
      ...updated,
      notificationStatus: required(
        someOf(finalStatuses, 'In this status only, or in one of several: `UPDATED,EXPIRED`.'),
      ),
      actionPerformed: text(64, 'Answered with this `action`.'),
      keywordSearch: text(255, 'In subject or message of any language, whatever case or accents.'),
      deviceID: text(64, 'Answered on this device.'),
    },
    lists: ['history'],
  },
  DismissNotification: { event: 'onUpdateNotification', arguments: { notificationID } },
  BeginStepUp: { event: 'onBeginStepUp', arguments: { notificationID, response }, lists: ['methods'] },
  BeginDevice: { event: 'onBeginDevice', arguments: {} },
  RegisterDevice: {
    event: 'onRegisterDevice',
    arguments: {
      name: required(deviceName),
      platform: required(oneOf(platforms, 'What kind of device it is.')),
      publicKey: required(object('The public key as a JWK of P-256.')),
      proof: required(text(LONGEST_JWS, 'The proof that the device holds the key.')),
      pushToken,
    },
  },
  UpdateDevice: { event: 'onUpdateDevice', arguments: { deviceID, name: deviceName, pushToken } },
  RemoveDevice: { event: 'onRemoveDevice', arguments: { deviceID } },
} as const satisfies Readonly<Record<string, Operation>>;

export type OperationName = keyof typeof operations;
export type ArgumentsOf<N extends OperationName> = ValuesOf<(typeof operations)[N]['arguments']>;

export const operationNames = Object.keys(operations) as OperationName[];

export const isOperation = (name: unknown): name is OperationName =>
  typeof name === 'string' && Object.hasOwn(operations, name);

export const operationOf = (name: OperationName): Operation => operations[name];

/** Whether it reads a list, which may be long. */
export const readsList = (name: OperationName): boolean => Object.hasOwn(operations[name].arguments, 'recordCount');
