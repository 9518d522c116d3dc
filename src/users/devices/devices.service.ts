import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { Clock, instancesOf, Tenant } from '../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../shared/persistence/index.js';
import { demandLevel } from '../../shared/auth-guard/index.js';
import type { DeviceAction, DeviceCard, DeviceChanges } from './device.js';
import { DeviceErrors } from '../contract/users.errors.js';
import type { UserRef } from '../contract/users.events.js';
import {
  type ActiveKey,
  type AskedPhones,
  type DeviceNonce,
  type DeviceRemoval,
  type DeviceRegistration,
  Devices,
  type IfLastFactor,
  type LockedUserAndKey,
  type NewPhone,
  type PushTarget,
  type RemovingUser,
  type WithDevice,
} from '../contract/devices.port.js';
import { HeldFactors } from '../contract/ports.js';
import type { Device } from './device.entity.js';
import { DeviceRepository } from './device.repository.js';
import { DeviceRegistrar } from './registration/device-registrar.service.js';
import { DeviceLastSeen } from './device-last-seen.service.js';

/** Maximum age, in seconds, of the login for a user to remove a device other than the one in use. */
const LOGIN_SECONDS = 300;

@Injectable()
export class DevicesService extends Devices {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly devices: DeviceRepository,
    private readonly registrar: DeviceRegistrar,
    private readonly lastSeen: DeviceLastSeen,
    private readonly discovery: DiscoveryService,
    private readonly clock: Clock,
  ) {
    super();
  }

  begin(sub: string): Promise<DeviceNonce> {
    return this.registrar.begin(sub);
  }

  askPhones(phone: NewPhone): Promise<AskedPhones> {
    return this.registrar.askPhones(phone);
  }

  async register(registration: DeviceRegistration, withDevice?: WithDevice): Promise<DeviceCard> {
    return this.devices.cardOf(await this.registrar.register(registration, withDevice));
  }

  async list(owner: UserRef): Promise<DeviceCard[]> {
    return (await this.devices.list(owner)).map((device) => this.devices.cardOf(device));
  }

  async find(owner: UserRef, deviceId: string): Promise<DeviceCard> {
    return this.devices.cardOf((await this.devices.find(owner, deviceId)) ?? notFound());
  }

  change(
    owner: UserRef,
    deviceId: string,
    { name, blocked, pushToken, typesNumbers }: DeviceChanges,
    ifLast?: IfLastFactor,
  ): Promise<DeviceCard> {
    return this.uow.run(async (tx) => {
      const device = (await this.devices.lock(tx, owner, deviceId)) ?? notFound();
      if (name !== undefined && name !== device.name) rename(tx, device, owner, name);
      if (pushToken !== undefined) this.devices.sealPushToken(device, pushToken);
      if (typesNumbers !== undefined) device.typesNumbers = typesNumbers;
      const isMoved = blocked !== undefined && blocked !== device.card.blocked;
      if (isMoved) this.#move(tx, device, blocked ? 'block' : 'unblock', owner);
      await tx.save(device);
      if (isMoved && blocked && ifLast) await this.#callIfLast(tx, owner, device, ifLast);
      return this.devices.cardOf(device);
    });
  }

  remove(owner: UserRef, deviceId: string, { by, ifLast }: DeviceRemoval = {}): Promise<void> {
    return this.uow.run(async (tx) => {
      const device = (await this.devices.lock(tx, owner, deviceId)) ?? notFound();
      if (by && device.secondFactor) await this.#demandSurety(tx, owner, deviceId, by);
      this.#move(tx, device, 'remove', owner, by && 'user');
      await tx.save(device);
      if (ifLast) await this.#callIfLast(tx, owner, device, ifLast);
    });
  }

  /**
   * Removes all devices of a user. The caller must have locked the user in this transaction, so that no device is
   * registered at the same time.
   */
  async removeAll(tx: Tx, owner: UserRef): Promise<void> {
    for (const deviceId of await this.devices.idsOf(tx, owner)) {
      const device = await this.devices.lock(tx, owner, deviceId);
      if (!device) continue;
      this.#move(tx, device, 'remove', owner);
      await tx.save(device);
    }
  }

  activeKey(sub: string, deviceId: string): Promise<ActiveKey | undefined> {
    return this.devices.activeKey(sub, deviceId);
  }

  lockUserAndKey(tx: Tx, sub: string, deviceId: string | undefined): Promise<LockedUserAndKey> {
    return this.devices.held(tx, sub, deviceId);
  }

  touch(deviceId: string): void {
    this.lastSeen.note(deviceId);
  }

  pushTargets(sub: string): Promise<PushTarget[]> {
    return this.devices.pushTargets(sub);
  }

  /**
   * Requires a recent login with two factors (level 2), unless the user removes the device in use, or uses a phone that
   * counts as a second factor. Otherwise somebody with a stolen password could remove the second factor and set up
   * another one.
   */
  async #demandSurety(tx: Tx, owner: UserRef, deviceId: string, by: RemovingUser): Promise<void> {
    if (by.deviceId === deviceId) return;
    const holdsPhone = by.deviceId !== undefined && (await this.devices.canApprove(tx, owner, by.deviceId));
    if (!holdsPhone) demandLevel(by.level, 2, LOGIN_SECONDS);
  }

  /**
   * Calls `ifLast` if the user has only a password left now that the device was blocked or removed. A blocked device
   * that is removed counts too, because it could have been unblocked.
   */
  async #callIfLast(tx: Tx, owner: UserRef, { secondFactor }: Device, ifLast: IfLastFactor): Promise<void> {
    if (!secondFactor) return;
    // Each call locks the password first. So of two concurrent removals, the later one sees the result of the earlier
    // one.
    for (const factors of instancesOf(this.discovery, HeldFactors)) {
      if (!(await factors.hasPasswordAlone(tx, owner.sub))) return;
    }
    if (!(await this.devices.canApprove(tx, owner))) ifLast();
  }

  #move(tx: Tx, device: Device, action: DeviceAction, owner: UserRef, by?: 'user'): void {
    device.change(action, owner, this.clock.now(), by);
    audit(tx, device, owner, DONE[action]);
  }
}

const DONE = {
  block: 'users.device-blocked',
  unblock: 'users.device-unblocked',
  remove: 'users.device-removed',
} as const satisfies Record<DeviceAction, string>;

function rename(tx: Tx, device: Device, owner: UserRef, name: string): void {
  device.name = name;
  audit(tx, device, owner, 'users.device-renamed');
}

function audit(tx: Tx, { deviceId }: Device, { sub, enterpriseId, test }: UserRef, kind: string): void {
  tx.pending.audit.push({ kind, tenant: Tenant.of(enterpriseId, test), subject: sub, details: { deviceId } });
}

function notFound(): never {
  throw DeviceErrors.notFound();
}
