import { Injectable } from '@nestjs/common';
import { DiscoveryService } from '@nestjs/core';
import { calculateJwkThumbprint } from 'jose';
import { Clock, instancesOf, type Level, Tenant } from '../../../shared/kernel/index.js';
import { type Tx, UnitOfWork } from '../../../shared/persistence/index.js';
import { demandLevel } from '../../../shared/auth-guard/index.js';
import { Enterprises, HeldFactors } from '../../contract/ports.js';
import { leastLevelOf } from '../../enterprises/enterprise-profile.js';
import { MOST_DEVICES } from '../device.js';
import { readDeviceKey } from '../device-key.js';
import { DeviceErrors, UserErrors } from '../../contract/users.errors.js';
import type {
  AskedPhones,
  DeviceNonce,
  DeviceRegistration,
  NewPhone,
  WithDevice,
} from '../../contract/devices.port.js';
import type { DeviceAttestation } from '../attestation/device-attestation.js';
import { DeviceAttestations } from '../attestation/device-attestations.service.js';
import { Device } from '../device.entity.js';
import type { User } from '../../user/user.entity.js';
import { UserRepository } from '../../user/user.repository.js';
import { DeviceRepository } from '../device.repository.js';
import { DeviceProofs } from './device-proofs.service.js';
import { NewPhones } from './new-phones.service.js';

const SCOPE = Tenant.all('the caller has the sub from an access token');
const LOGIN_SECONDS = 300;

/**
 * Registers a new device of a user. Requires a recent login or an approval on a registered phone, and a proof that the
 * new device has the private key.
 */
@Injectable()
export class DeviceRegistrar {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly users: UserRepository,
    private readonly devices: DeviceRepository,
    private readonly proofs: DeviceProofs,
    private readonly clock: Clock,
    private readonly enterprises: Enterprises,
    private readonly discovery: DiscoveryService,
    private readonly phones: NewPhones,
    private readonly attestations: DeviceAttestations,
  ) {}

  begin(sub: string): Promise<DeviceNonce> {
    return this.uow.run(async (tx) => {
      await this.#lockActive(tx, sub);
      return this.proofs.invite(tx, sub);
    });
  }

  async askPhones({ sub, publicKey, ...phone }: NewPhone): Promise<AskedPhones> {
    const thumbprint = await calculateJwkThumbprint(readDeviceKey(publicKey).jwk);
    const user = await this.uow.run((tx) => this.#lockActive(tx, sub));
    return this.phones.ask(user, { ...phone, thumbprint });
  }

  /**
   * Registers a device. Everything that does not require a lock on the user is checked first, so that most refused
   * requests take no lock.
   */
  async register(registration: DeviceRegistration, withDevice?: WithDevice): Promise<Device> {
    const key = readDeviceKey(registration.publicKey);
    const nonce = await this.proofs.verify(registration.proof, key, registration.sub);
    const thumbprint = await calculateJwkThumbprint(key.jwk);
    const { attestation: sent } = registration;
    const attested = { nonce, jwk: key.jwk, thumbprint, now: this.clock.now() };
    const attestation = sent && (await this.attestations.judge(sent, attested));
    const approved = await this.phones.isApproved(registration.sub, thumbprint);
    if (!approved) this.#demandFreshLogin(registration.authTime);
    const level = approved ? withPhone(registration.level) : (registration.level ?? 1);
    const isSure = level >= 2 || !(await this.#hasSecondFactor(registration.sub));
    return this.uow.run(async (tx) => {
      const user = await this.#lockActive(tx, registration.sub);
      const rules = (await this.enterprises.find(user.ref.enterpriseId))?.signIn;
      demandLevel(level, leastLevelOf(rules, [user.primaryGroup, ...user.secondaryGroups]), LOGIN_SECONDS);
      if (rules?.newDevice === 'approval' && !approved) await this.#demandNoPhone(tx, user);
      await this.proofs.redeem(tx, registration.sub, nonce);
      const present = await this.#demandRoom(tx, user);
      const isOfPhone = await this.#isOfPhone(tx, user, registration.heldDeviceId);
      const secondFactor = isOfPhone || (isSure && (level >= 2 || present === 0));
      const accepted = { ...registration, publicKey: key.jwk, thumbprint, secondFactor, attestation };
      const device = await this.#add(tx, user, accepted);
      await withDevice?.(tx, device.deviceId);
      // The approval is used up as the last step, because it stays used up even if the transaction fails later.
      if (approved) await this.phones.redeem(registration.sub, thumbprint);
      return device;
    });
  }

  #demandFreshLogin(authTime = 0): void {
    if (this.clock.now().getTime() / 1000 - authTime > LOGIN_SECONDS) throw DeviceErrors.loginTooOld();
  }

  /**
   * Whether the request comes from a registered phone whose app registers a new key, and that already counts as a
   * second factor.
   */
  async #isOfPhone(tx: Tx, { ref }: User, heldDeviceId: string | undefined): Promise<boolean> {
    return heldDeviceId !== undefined && this.devices.canApprove(tx, ref, heldDeviceId);
  }

  async #demandNoPhone(tx: Tx, { ref }: User): Promise<void> {
    if (await this.devices.canApprove(tx, ref)) throw DeviceErrors.approvalNeeded();
  }

  /**
   * Locks the user, so that no other registration and no status change can run at the same time. Throws if the user is
   * not ACTIVE.
   */
  async #lockActive(tx: Tx, sub: string): Promise<User> {
    const user = await this.users.lockBySub(tx, SCOPE, sub);
    if (!user) throw UserErrors.notFound();
    if (user.status !== 'ACTIVE') throw DeviceErrors.userNotActive(undefined, { status: user.status });
    return user;
  }

  /**
   * Whether the user already has a second factor other than a device. If so, a sign-in by password alone cannot add
   * another one.
   */
  async #hasSecondFactor(sub: string): Promise<boolean> {
    for (const factors of instancesOf(this.discovery, HeldFactors)) if (await factors.hasSecond(sub)) return true;
    return false;
  }

  async #demandRoom(tx: Tx, { ref }: User): Promise<number> {
    const present = await this.devices.idsOf(tx, ref);
    if (present.length >= MOST_DEVICES) throw DeviceErrors.tooMany(`A user may have ${MOST_DEVICES} devices`);
    return present.length;
  }

  async #add(
    tx: Tx,
    { ref, tenant }: User,
    { pushToken, attestation, typesNumbers = false, ...accepted }: Accepted,
  ): Promise<Device> {
    const { name, platform, publicKey, thumbprint, secondFactor } = accepted;
    const details = { name, platform, publicKey, thumbprint, secondFactor, typesNumbers };
    const device = Device.register(ref, details, this.clock.now());
    this.devices.sealPushToken(device, pushToken ?? null);
    if (attestation) this.devices.sealAttestation(device, attestation);
    await tx.add(device, DeviceErrors.keyTaken);
    const judged = attestation && { attestation: attestation.format, verdict: attestation.verdict };
    const auditDetails = { deviceId: device.deviceId, platform, ...judged };
    tx.pending.audit.push({ kind: 'users.device-registered', tenant, subject: ref.sub, details: auditDetails });
    return device;
  }
}

/**
 * The authentication level after an approval on a phone. The approval adds a factor to the sign-in, so the level is at
 * least 2.
 */
const withPhone = (level: Level | undefined): Level => (level === 3 ? 3 : 2);

type Accepted = Omit<DeviceRegistration, 'publicKey' | 'attestation'> &
  Pick<Device, 'publicKey' | 'thumbprint' | 'secondFactor'> & { readonly attestation: DeviceAttestation | undefined };
