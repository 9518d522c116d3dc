import type { JsonObject, Level } from '../../shared/kernel/index.js';
import type { DeviceAttestation } from '../devices/attestation/device-attestation.js';
import type { DeviceCard, DeviceChanges, DevicePlatform } from '../devices/device.js';
import type { DeviceJwk } from '../devices/device-key.js';
import type { Tx } from '../../shared/persistence/index.js';
import type { UserStatus } from '../user/user-status.js';
import type { UserRef } from './users.events.js';

/** A nonce that a new device signs to show that it holds its key. */
export interface DeviceNonce {
  readonly nonce: string;
  readonly expiresAt: Date;
}

export interface DeviceRegistration {
  readonly sub: string;
  readonly name: string;
  readonly platform: DevicePlatform;
  /** A JWK as it was sent: it is read here. */
  readonly publicKey: unknown;
  readonly proof: string;
  /** The attestation of the key by the maker of the device, with its format. */
  readonly attestation?: JsonObject | undefined;
  readonly pushToken?: string;
  readonly typesNumbers?: boolean;
  /** Time of the user's last login, in seconds: `auth_time` of the access token. */
  readonly authTime: number | undefined;
  /** The level of that login. */
  readonly level?: Level | undefined;
  /** The device that holds the grant of the token already: its app makes a new key. */
  readonly heldDeviceId?: string | undefined;
}

/** A new phone that the user's other phones are asked about. */
export interface NewPhone {
  readonly sub: string;
  readonly name: string;
  readonly platform: DevicePlatform;
  /** A JWK as it was sent. */
  readonly publicKey: unknown;
  readonly clientId: string;
  /** The grant of the new phone's token: it ends when the user does not know the phone. */
  readonly grantId: string | undefined;
}

export interface AskedPhones {
  /** The new phone shows it. The user chooses it on another one. */
  readonly number: string;
  readonly expiresAt: Date;
  /** The names of the phones that can approve. */
  readonly devices: readonly string[];
}

/** The user whose token removes a device. */
export interface RemovingUser {
  readonly level: Level | undefined;
  /** The device that holds the grant of the token. */
  readonly deviceId: string | undefined;
}

export interface ActiveKey {
  readonly deviceId: string;
  readonly publicKey: DeviceJwk;
  readonly registeredAt: Date;
  readonly attestation?: DeviceAttestation;
}

/** Facts that are locked until the transaction ends. */
export interface Held {
  /** `undefined` when there is no such user. */
  readonly status: UserStatus | undefined;
  /** Key of the named device, if that is an active one of the user. */
  readonly key: ActiveKey | undefined;
}

export interface PushTarget {
  readonly deviceId: string;
  readonly platform: DevicePlatform;
  readonly pushToken: string;
}

/** The devices that users sign with. Each change is a use case of its own, in a transaction of its own. */
export abstract class Devices {
  abstract begin(sub: string): Promise<DeviceNonce>;

  /** Asks the user on the phones that count as a second factor. With the approval, `register` then succeeds. */
  abstract askPhones(phone: NewPhone): Promise<AskedPhones>;

  abstract register(asked: DeviceRegistration): Promise<DeviceCard>;

  /** In the order in which they were registered. */
  abstract list(owner: UserRef): Promise<DeviceCard[]>;

  abstract find(owner: UserRef, deviceId: string): Promise<DeviceCard>;

  abstract change(owner: UserRef, deviceId: string, changes: DeviceChanges): Promise<DeviceCard>;

  /** Without `by`: the enterprise removes it. */
  abstract remove(owner: UserRef, deviceId: string, by?: RemovingUser): Promise<void>;

  /** The key that this user's device signs with; `undefined` for one that is unknown, another's, blocked or removed. */
  abstract activeKey(sub: string, deviceId: string): Promise<ActiveKey | undefined>;

  /** Reads user and device under locks: until the transaction ends, neither changes its status. */
  abstract held(tx: Tx, sub: string, deviceId: string | undefined): Promise<Held>;

  /** Notes that a device was just seen. Costs nothing to call with every request: it is written later, for many at once. */
  abstract touch(deviceId: string): void;

  abstract pushTargets(sub: string): Promise<PushTarget[]>;
}
