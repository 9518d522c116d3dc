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
  /** Set by the enterprise. Signatures of a blocked device are refused. */
  readonly blocked: boolean;
  readonly registeredAt: Date;
  /** Accurate to the hour. */
  readonly lastSeenAt: Date;
  /** The thumbprint of its public key (RFC 7638, SHA-256). */
  readonly thumbprint: string;
  /** Whether its approval counts as a second factor of a sign-in. */
  readonly secondFactor: boolean;
  /** Whether its app can ask for a number that the user types. */
  readonly typesNumbers: boolean;
  /** Absent: its maker says nothing of its key. */
  readonly attestation?: AttestationVerdict;
}

/** How the attestation of a key was judged. */
export type AttestationVerdict = Omit<DeviceAttestation, 'statement'>;

export interface DeviceChanges {
  readonly name?: string;
  readonly blocked?: boolean;
  /** The address at its push service; `null` when it has none. */
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
