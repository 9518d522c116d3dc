import { Check, Column, Entity, Index, PrimaryColumn } from 'typeorm';
import { Aggregate, newId, Sealed } from '../../shared/kernel/index.js';
import { type DeviceAction, type DeviceCard, type DevicePlatform, deviceStatus, type DeviceStatus } from './device.js';
import type { DeviceJwk } from './device-key.js';
import { DeviceBlocked, DeviceRegistered, DeviceRemoved, type UserRef } from '../contract/users.events.js';

export interface NewDevice {
  readonly name: string;
  readonly platform: DevicePlatform;
  readonly publicKey: DeviceJwk;
  readonly thumbprint: string;
  readonly secondFactor: boolean;
  readonly typesNumbers: boolean;
}

/**
 * A user's device and its signing key. The row of a removed device is retained, because stored signatures refer to it.
 */
@Sealed<Device>('users.device', {
  except: [
    'name',
    'platform',
    'status',
    'sealedPushToken',
    'sealedAttestation',
    'lastSeenAt',
    'removedAt',
    'secondFactor',
    'typesNumbers',
  ],
})
@Entity({ schema: 'users', name: 'device' })
@Check('device_status', `status IN (${deviceStatus.states.map((state) => `'${state}'`).join(', ')})`)
@Index('device_sub', ['sub'], { where: `status <> 'REMOVED'` })
@Index('device_thumbprint', ['enterpriseId', 'test', 'thumbprint'], { unique: true, where: `status <> 'REMOVED'` })
export class Device extends Aggregate {
  @PrimaryColumn({ type: 'uuid', name: 'device_id' }) deviceId!: string;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'text', name: 'enterprise_id' }) enterpriseId!: string;
  @Column({ type: 'boolean' }) test!: boolean;
  @Column({ type: 'text' }) name!: string;
  @Column({ type: 'text' }) platform!: DevicePlatform;
  @Column({ type: 'jsonb', name: 'public_key' }) publicKey!: DeviceJwk;
  /** The thumbprint of the public key (RFC 7638, SHA-256). */
  @Column({ type: 'text' }) thumbprint!: string;
  @Column({ type: 'text' }) status!: DeviceStatus;
  @Column({ type: 'bytea', nullable: true, name: 'sealed_push_token' }) sealedPushToken!: Buffer | null;
  /** The device maker's attestation of the key and our verdict on it, encrypted. */
  @Column({ type: 'bytea', nullable: true, name: 'sealed_attestation' }) sealedAttestation!: Buffer | null;
  @Column({ type: 'timestamptz', precision: 3, name: 'registered_at' }) registeredAt!: Date;
  /** When the device was last used, updated at most once an hour. */
  @Column({ type: 'timestamptz', precision: 3, name: 'last_seen_at' }) lastSeenAt!: Date;
  @Column({ type: 'timestamptz', precision: 3, nullable: true, name: 'removed_at' }) removedAt!: Date | null;
  /**
   * Whether the device counts as a second factor. It does not if it was registered after a sign-in by password alone
   * although the user already had a second factor or another device.
   */
  @Column({ type: 'boolean', default: true, name: 'second_factor' }) secondFactor!: boolean;
  /**
   * Whether the app on the device lets the user type the number that the sign-in page shows; null if never reported.
   */
  @Column({ type: 'boolean', nullable: true, name: 'types_numbers' }) typesNumbers!: boolean | null;
  @Column({ type: 'text', nullable: true, name: 'row_seal' }) rowSeal!: string | null;

  static register(owner: UserRef, details: NewDevice, now: Date): Device {
    const { sub, enterpriseId, test } = owner;
    const device = Object.assign(new Device(), details, {
      deviceId: newId(),
      sub,
      enterpriseId,
      test,
      status: deviceStatus.move(null, 'register'),
      sealedPushToken: null,
      sealedAttestation: null,
      registeredAt: now,
      lastSeenAt: now,
      removedAt: null,
    });
    const { deviceId, name, platform } = device;
    device.record(new DeviceRegistered({ ...owner, deviceId, name, platform }));
    return device;
  }

  get card(): DeviceCard {
    const { deviceId, name, platform, registeredAt, lastSeenAt, thumbprint, secondFactor } = this;
    const [blocked, typesNumbers] = [this.status === 'BLOCKED', this.typesNumbers === true];
    return { deviceId, name, platform, blocked, registeredAt, lastSeenAt, thumbprint, secondFactor, typesNumbers };
  }

  change(action: DeviceAction, owner: UserRef, now: Date, by: 'user' | 'enterprise' = 'enterprise'): void {
    this.status = deviceStatus.move(this.status, action);
    const payload = { ...owner, deviceId: this.deviceId };
    if (action === 'block') this.record(new DeviceBlocked(payload));
    if (action !== 'remove') return;
    this.removedAt = now;
    this.sealedPushToken = null;
    this.sealedAttestation = null;
    this.record(new DeviceRemoved({ ...payload, by }));
  }
}

/**
 * A nonce that a device signs to prove that it has the private key. It can be used once, and only its hash is stored.
 */
@Entity({ schema: 'users', name: 'device_nonce' })
@Index('device_nonce_sub', ['sub', 'expiresAt'])
@Index('device_nonce_expires_at', ['expiresAt'])
export class DeviceNonce {
  @PrimaryColumn({ type: 'text', name: 'nonce_hash' }) nonceHash!: string;
  @Column({ type: 'uuid' }) sub!: string;
  @Column({ type: 'timestamptz', precision: 3, name: 'expires_at' }) expiresAt!: Date;
}
