import { defineMachine, type StateOf } from '../../shared/kernel/index.js';
import { NotificationErrors } from '../contract/notifications.errors.js';

// oxfmt-ignore
export const notificationStatus = defineMachine('Notification status', NotificationErrors.finished, [
  // from      action               to            only when
  [null,       'create',            'ACTIVE'],
  ['ACTIVE',   'answer',            'UPDATED',    'answerHolds'],
  ['ACTIVE',   'refuseStatement',   'TAMPERED',   'statementDiffers'],
  ['ACTIVE',   'findSealBroken',    'TAMPERED',   'sealBroken'],
  ['ACTIVE',   'expire',            'EXPIRED',    'timePassed'],
  ['ACTIVE',   'cancel',            'CANCELLED'],
  ['ACTIVE',   'dismiss',           'DISMISSED'],
  ['ACTIVE',   'discard',           'DISCARD'],
]);

export type NotificationStatus = StateOf<typeof notificationStatus.arrows>;
export type NotificationAction = Exclude<(typeof notificationStatus.actions)[number], 'create'>;

/** Whether the status allows an action, without checking the action's condition. */
export const allows = (status: NotificationStatus, action: NotificationAction): boolean =>
  notificationStatus.arrows.some(([from, other]) => from === status && other === action);

export const signingStatuses = ['Verified', 'Failed', 'NA'] as const;
/** The result of checking a signature. `NA` means that none was checked. */
export type SigningStatus = (typeof signingStatuses)[number];

export const deliveryStatuses = ['NONE', 'NOTIFIED', 'PARTIALLY_NOTIFIED', 'FAILED_TO_NOTIFY'] as const;
/** Whether the push services accepted the push for all, some or none of the user's devices. */
export type DeliveryStatus = (typeof deliveryStatuses)[number];
