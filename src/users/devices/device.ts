import { defineMachine, type StateOf } from '../../shared/kernel/index.js';
import type { DeviceAttestation } from './attestation/device-attestation.js';
import { DeviceErrors } from '../contract/users.errors.js';

export const devicePlatforms = ['web', 'ios', 'android'] as const;
export type DevicePlatform = (typeof devicePlatforms)[number];

/** The most devices that a user may have at once. Removed ones do not count. */
export const MOST_DEVICES = 10;
export const LONGEST_DEVICE_NAME = 255;
export const LONGEST_PUSH_TOKEN = 4096;

/** A device as its owner and the enterprise see it. */
export interface DeviceCard {
  readonly deviceId: string;
  readonly name: string;
  readonly platform: DevicePlatform;
  /** Blocked by the enterprise. Signatures of a blocked device are refused. */
  readonly blocked: boolean;
  readonly registeredAt: Date;
  /** When the device was last used, updated at most once an hour. */
  readonly lastSeenAt: Date;
  /** The thumbprint of the device's public key (RFC 7638, SHA-256). */
  readonly thumbprint: string;
  /** Whether an approval on this device counts as a second factor of a sign-in. */
  readonly secondFactor: boolean;
  /** Whether the app on this device can let the user type a number. */
  readonly typesNumbers: boolean;
  /** Absent if the key came without an attestation of the device's maker. */
  readonly attestation?: AttestationVerdict;
}

/** The verdict on the attestation of a key, without the statement. */
export type AttestationVerdict = Omit<DeviceAttestation, 'statement'>;

export interface DeviceChanges {
  readonly name?: string;
  readonly blocked?: boolean;
  /** The address of the device at its push service; `null` if it has none. */
  readonly pushToken?: string | null;
  readonly typesNumbers?: boolean;
}

// oxfmt-ignore
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
