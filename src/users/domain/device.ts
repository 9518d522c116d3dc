import { defineMachine, type StateOf } from '../../shared/kernel/machine.js';
import { DeviceErrors } from './users.errors.js';

export const devicePlatforms = ['web', 'ios', 'android'] as const;
export type DevicePlatform = (typeof devicePlatforms)[number];

/** A user may have so many at once; those that were removed do not count. */
export const MOST_DEVICES = 10;
export const LONGEST_DEVICE_NAME = 255;
export const LONGEST_PUSH_TOKEN = 4096;

/** A device as its owner and the enterprise see it. */
export interface DeviceCard {
  readonly deviceId: string;
  readonly name: string;
  readonly platform: DevicePlatform;
  /** By the enterprise: nothing that it signs counts. */
  readonly blocked: boolean;
  readonly registeredAt: Date;
  /** To the hour. */
  readonly lastSeenAt: Date;
  /** Of its public key: RFC 7638, SHA-256. */
  readonly thumbprint: string;
}

export interface DeviceChanges {
  readonly name?: string;
  readonly blocked?: boolean;
  /** Where its push service reaches it; `null`: nowhere. */
  readonly pushToken?: string | null;
}

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
