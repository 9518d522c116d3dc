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
  /** The attestation of the key by the maker of the device, with its format. */
  readonly attestation?: JsonObject | undefined;
  readonly pushToken?: string;
  readonly typesNumbers?: boolean;
  /** The time of the user's last login in seconds: `auth_time` of the access token. */
  readonly authTime: number | undefined;
  /** The level of the login at `authTime`. */
  readonly level?: Level | undefined;
  /** The device to which the token's grant is already bound, if its app registers again with a new key. */
  readonly heldDeviceId?: string | undefined;
}

/** A new phone that the user is to approve on another phone. */
export interface NewPhone {
  readonly sub: string;
  readonly name: string;
  readonly platform: DevicePlatform;
  /** A JWK as the caller sent it, not validated yet. */
  readonly publicKey: unknown;
  readonly clientId: string;
  /** The grant of the new phone's token. It ends if the user answers that this is not the user's phone. */
  readonly grantId: string | undefined;
}

export interface AskedPhones {
  /** The new phone shows this number. The user picks it on another phone. */
  readonly number: string;
  readonly expiresAt: Date;
  /** The names of the phones that can approve. */
  readonly devices: readonly string[];
}

/** The user whose token removes a device. */
export interface RemovingUser {
  readonly level: Level | undefined;
  /** The device to which the grant of the user's token is bound, that is, the device in use. */
  readonly deviceId: string | undefined;
}

export interface ActiveKey {
  readonly deviceId: string;
  readonly publicKey: DeviceJwk;
  readonly registeredAt: Date;
  readonly attestation?: DeviceAttestation;
}

/** The status of a user and the key of a device, locked until the transaction ends. */
export interface LockedUserAndKey {
  /** The user's status; `undefined` when there is no such user. */
  readonly status: UserStatus | undefined;
  /** The key of the device, if it is an active device of the user. */
  readonly key: ActiveKey | undefined;
}

export interface PushTarget {
  readonly deviceId: string;
  readonly platform: DevicePlatform;
  readonly pushToken: string;
}

/** The devices that users sign with. Each change is one use case in its own transaction. */
export abstract class Devices {
  abstract begin(sub: string): Promise<DeviceNonce>;

  /** Asks for approval on the user's phones that count as a second factor. After the approval, `register` succeeds. */
  abstract askPhones(phone: NewPhone): Promise<AskedPhones>;

  abstract register(asked: DeviceRegistration): Promise<DeviceCard>;

  /** Returns the user's devices in the order of registration. */
  abstract list(owner: UserRef): Promise<DeviceCard[]>;

  abstract find(owner: UserRef, deviceId: string): Promise<DeviceCard>;

  abstract change(owner: UserRef, deviceId: string, changes: DeviceChanges): Promise<DeviceCard>;

  /** Without `by`, the enterprise removes the device. */
  abstract remove(owner: UserRef, deviceId: string, by?: RemovingUser): Promise<void>;

  /**
   * The key with which the user's device signs. `undefined` if the device is unknown, another user's, blocked or
   * removed.
   */
  abstract activeKey(sub: string, deviceId: string): Promise<ActiveKey | undefined>;

  /** Reads user and device and locks both, so that neither changes its status until the transaction ends. */
  abstract lockUserAndKey(tx: Tx, sub: string, deviceId: string | undefined): Promise<LockedUserAndKey>;

  /**
   * Records that a device was seen. Cheap enough for every request: the database is updated later, for many devices at
   * once.
   */
  abstract touch(deviceId: string): void;

  abstract pushTargets(sub: string): Promise<PushTarget[]>;
}
