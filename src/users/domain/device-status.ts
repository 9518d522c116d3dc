import { defineMachine, type StateOf } from '../../shared/kernel/machine.js';
import { DeviceErrors } from './devices.errors.js';

// prettier-ignore
export const deviceStatus = defineMachine('Device status', DeviceErrors.statusRefused, [
  // from       action      to
  [null,       'register', 'ACTIVE'],
  ['ACTIVE',   'block',    'BLOCKED'],
  ['BLOCKED',  'unblock',  'ACTIVE'],
  ['ACTIVE',   'remove',   'REMOVED'],
  ['BLOCKED',  'remove',   'REMOVED'],
]);

export type DeviceStatus = StateOf<typeof deviceStatus.arrows>;
export type DeviceAction = Exclude<(typeof deviceStatus.actions)[number], 'register'>;
