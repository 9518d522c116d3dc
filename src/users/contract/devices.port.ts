import type { JsonObject, Level } from '../../shared/kernel/index.js';
import type { DeviceAttestation } from '../devices/attestation/device-attestation.js';
import type { DeviceCard, DeviceChanges, DevicePlatform } from '../devices/device.js';
import type { DeviceJwk } from '../devices/device-key.js';
import type { Tx } from '../../shared/persistence/index.js';
import type { UserStatus } from '../user/user-status.js';
import type { UserRef } from './users.events.js';

/** A nonce that a new device signs to prove that it has the private key. */
export interface DeviceNonce {
  readonly nonce: string;
  readonly expiresAt: Date;
}

export interface DeviceRegistration {
  readonly sub: string;
  readonly name: string;
  readonly platform: DevicePlatform;
  /** A JWK as the caller sent it, not validated yet. */
  readonly publicKey: unknown;
  readonly proof: string;
  /** The device maker's attestation of the key, with its format. */
  readonly attestation?: JsonObject | undefined;
  readonly pushToken?: string;
  readonly typesNumbers?: boolean;
  /** The time of the user's last login, in seconds since the epoch: `auth_time` of the access token. */
  readonly authTime: number | undefined;
  /** The authentication level of the login at `authTime`. */
  readonly level?: Level | undefined;
  /**
   * The device that the token's grant is already bound to, if the app on that device registers again with a new key.
   */
  readonly heldDeviceId?: string | undefined;
}

/** A new phone that the user must approve on a phone that is already registered. */
export interface NewPhone {
  readonly sub: string;
  readonly name: string;
  readonly platform: DevicePlatform;
  /** A JWK as the caller sent it, not validated yet. */
  readonly publicKey: unknown;
  readonly clientId: string;
  /** The grant to which the new phone's token belongs. The grant is revoked if the user denies owning the new phone. */
  readonly grantId: string | undefined;
}

export interface AskedPhones {
  /** The number that the new phone shows, and that the user must pick on the phone that approves. */
  readonly number: string;
  readonly expiresAt: Date;
  /** The names of the user's phones that can approve the new one. */
  readonly devices: readonly string[];
}

/** The user whose token removes a device. */
export interface RemovingUser {
  readonly level: Level | undefined;
  /** The device that the user is using, that is, the one that the token's grant is bound to. */
  readonly deviceId: string | undefined;
}

/** Writes something about a new device in the transaction that registers it. */
export type WithDevice = (tx: Tx, deviceId: string) => Promise<void>;

/** Called if a change leaves the user with only a password. It may throw to refuse the change. */
export type IfLastFactor = () => void;

export interface DeviceRemoval {
  /** The user who removes the device. If absent, the enterprise removes it. */
  readonly by?: RemovingUser;
  readonly ifLast?: IfLastFactor | undefined;
}

export interface ActiveKey {
  readonly deviceId: string;
  readonly publicKey: DeviceJwk;
  readonly registeredAt: Date;
  readonly attestation?: DeviceAttestation;
}

/** The status of a user and the key of one of the user's devices, both locked until the transaction ends. */
export interface LockedUserAndKey {
  /** The user's status; `undefined` if there is no such user. */
  readonly status: UserStatus | undefined;
  /** The key of the device, if it is an active device of the user. */
  readonly key: ActiveKey | undefined;
}

export interface PushTarget {
  readonly deviceId: string;
  readonly platform: DevicePlatform;
  readonly pushToken: string;
}

/** Manages the devices that users sign with. Each change is one use case in its own transaction. */
export abstract class Devices {
  abstract begin(sub: string): Promise<DeviceNonce>;

  /** Asks for approval on the user's phones that count as a second factor. After the approval, `register` succeeds. */
  abstract askPhones(phone: NewPhone): Promise<AskedPhones>;

  abstract register(asked: DeviceRegistration, withDevice?: WithDevice): Promise<DeviceCard>;

  /** Returns the user's devices in the order of registration. */
  abstract list(owner: UserRef): Promise<DeviceCard[]>;

  abstract find(owner: UserRef, deviceId: string): Promise<DeviceCard>;

  abstract change(owner: UserRef, deviceId: string, changes: DeviceChanges, ifLast?: IfLastFactor): Promise<DeviceCard>;

  abstract remove(owner: UserRef, deviceId: string, removal?: DeviceRemoval): Promise<void>;

  /**
   * Returns the public key of the user's device. `undefined` if the device is unknown, belongs to another user, or is
   * blocked or removed.
   */
  abstract activeKey(sub: string, deviceId: string): Promise<ActiveKey | undefined>;

  /** Reads and locks the user and the device, so that neither can change its status until the transaction ends. */
  abstract lockUserAndKey(tx: Tx, sub: string, deviceId: string | undefined): Promise<LockedUserAndKey>;

  /**
   * Records that a device was in use just now. Cheap enough for every request: the database is updated later, for many
   * devices at once.
   */
  abstract touch(deviceId: string): void;

  abstract pushTargets(sub: string): Promise<PushTarget[]>;
}
