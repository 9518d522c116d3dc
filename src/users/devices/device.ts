import { defineMachine, type StateOf } from '../../shared/kernel/index.js';
import type { DeviceAttestation } from './attestation/device-attestation.js';
import { DeviceErrors } from '../contract/users.errors.js';

export const devicePlatforms = ['web', 'ios', 'android'] as const;
export type DevicePlatform = (typeof devicePlatforms)[number];

/** Maximum number of devices per user. Removed devices do not count. */
export const MOST_DEVICES = 10;
export const LONGEST_DEVICE_NAME = 255;
export const LONGEST_PUSH_TOKEN = 4096;

/** A device as its owner and the enterprise see it. */
export interface DeviceCard {
  readonly deviceId: string;
  readonly name: string;
  readonly platform: DevicePlatform;
  /** Whether the enterprise has blocked the device. Its signatures are then refused. */
  readonly blocked: boolean;
  readonly registeredAt: Date;
  /** When the device was last used. Updated at most once an hour. */
  readonly lastSeenAt: Date;
  /** The thumbprint of the device's public key (RFC 7638, SHA-256). */
  readonly thumbprint: string;
  /** Whether an approval on this device counts as a second factor when its user signs in. */
  readonly secondFactor: boolean;
  /** Whether the app on this device lets the user type the number that the sign-in page shows. */
  readonly typesNumbers: boolean;
  /** The verdict on the attestation of the key. Absent if the key was registered without an attestation. */
  readonly attestation?: AttestationVerdict;
}

/** The verdict on the attestation of a key, without the attestation statement. */
export type AttestationVerdict = Omit<DeviceAttestation, 'statement'>;

export interface DeviceChanges {
  readonly name?: string;
  readonly blocked?: boolean;
  /** The token that addresses the device at its push service; `null` if it has none. */
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
