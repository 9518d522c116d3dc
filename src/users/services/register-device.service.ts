import { Injectable } from '@nestjs/common';
import { calculateJwkThumbprint } from 'jose';
import { Clock } from '../../../shared/kernel/clock.js';
import { Tenant } from '../../../shared/kernel/tenant.js';
import type { Tx } from '../../../shared/persistence/tx.js';
import { UnitOfWork } from '../../../shared/persistence/unit-of-work.js';
import { MOST_DEVICES } from '../../domain/device.js';
import { readDeviceKey } from '../../domain/device-key.js';
import { DeviceErrors } from '../../domain/devices.errors.js';
import { UserErrors } from '../../domain/users.errors.js';
import type { DeviceNonce, DeviceRegistration } from '../../devices.js';
import { Device } from '../../entities/device.entity.js';
import type { User } from '../../entities/user.entity.js';
import { UserRepository } from '../user.repository.js';
import { DeviceProofs } from './device-proofs.service.js';
import { DeviceRepository } from './device.repository.js';

const SCOPE = Tenant.all('the caller has the sub from an access token');
const LOGIN_SECONDS = 300;

/** How a new device becomes one of the user's: by a login just now, and a proof that it holds its key. */
@Injectable()
export class RegisterDevice {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly devices: DeviceRepository,
    private readonly proofs: DeviceProofs,
    private readonly clock: Clock,
  ) {}

  begin(sub: string): Promise<DeviceNonce> {
    return this.uow.run(async (tx) => {
      await this.#lockActive(tx, sub);
      return this.proofs.invite(tx, sub);
    });
  }

  /** Whatever can be refused without holding the user is refused before. */
  async register(asked: DeviceRegistration): Promise<Device> {
    this.#demandFreshLogin(asked.authTime);
    const key = readDeviceKey(asked.publicKey);
    const nonce = await this.proofs.verify(asked.proof, key, asked.sub);
    const thumbprint = await calculateJwkThumbprint(key.jwk);
    return this.uow.run(async (tx) => {
      const user = await this.#lockActive(tx, asked.sub);
      await this.proofs.redeem(tx, asked.sub, nonce);
      await this.#demandRoom(tx, user);
      return this.#add(tx, user, { ...asked, publicKey: key.jwk, thumbprint });
    });
  }

  #demandFreshLogin(authTime = 0): void {
    if (this.clock.now().getTime() / 1000 - authTime > LOGIN_SECONDS) throw DeviceErrors.loginTooOld();
  }

  /** Holding the user makes two registrations at once come one after the other, and neither during a RESET. */
  async #lockActive(tx: Tx, sub: string): Promise<User> {
    const user = await this.users.lockBySub(tx, SCOPE, sub);
    if (!user) throw UserErrors.notFound();
    if (user.status !== 'ACTIVE') throw DeviceErrors.userNotActive(undefined, { status: user.status });
    return user;
  }

  async #demandRoom(tx: Tx, { ref }: User): Promise<void> {
    const present = await this.devices.idsOf(tx, ref);
    if (present.length >= MOST_DEVICES) throw DeviceErrors.tooMany(`A user may have ${MOST_DEVICES} devices`);
  }

  async #add(
    tx: Tx,
    { ref, tenant }: User,
    { name, platform, publicKey, thumbprint, pushToken }: Accepted,
  ): Promise<Device> {
    const device = Device.register(ref, { name, platform, publicKey, thumbprint }, this.clock.now());
    this.devices.sealPushToken(device, pushToken ?? null);
    await tx.add(device, DeviceErrors.keyTaken());
    const details = { deviceId: device.deviceId, platform };
    tx.pending.audit.push({ kind: 'users.device-registered', tenant, subject: ref.sub, details });
    return device;
  }
}

type Accepted = Omit<DeviceRegistration, 'publicKey'> & Pick<Device, 'publicKey' | 'thumbprint'>;
