import { Inject, Injectable } from '@nestjs/common';
import { calculateJwkThumbprint, jwtVerify, type JWTVerifyResult } from 'jose';
import { Clock } from '../../shared/kernel/clock.js';
import { Tenant } from '../../shared/kernel/tenant.js';
import type { Tx } from '../../shared/persistence/tx.js';
import { UnitOfWork } from '../../shared/persistence/unit-of-work.js';
import { MOST_DEVICES } from './device.js';
import { type DeviceKey, readDeviceKey } from './device-key.js';
import { DeviceErrors, UserErrors } from '../contract/users.errors.js';
import type { DeviceNonce, DeviceRegistration } from '../contract/devices.port.js';
import { Device } from './device.entity.js';
import type { User } from '../user/user.entity.js';
import { UserRepository } from '../user/user.repository.js';
import { DeviceRepository } from './device.repository.js';
import { CONFIG, type Config } from '../../config.js';
import { newSecret } from '../../shared/kernel/ids.js';
import { secretDigest } from '../../shared/security/secrets.js';
import { Recurring, JobHandler, type JobRun } from '../../shared/events/jobs/job.js';
import { purge } from '../../shared/events/purge.job.js';
import { Database } from '../../shared/persistence/database.js';

const NONCE_SECONDS = 300;
/** Older nonces of the same user are deleted. */
const NONCES_OF_A_USER = 5;
/** In both directions, because the device's clock may be fast or slow. */
const WINDOW_SECONDS = 300;
const LONGEST = 4096;

/** Checks the proof of possession of a new key: signed with it, for this user and this service, and used once. */
@Injectable()
export class DeviceProofs {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly clock: Clock,
  ) {}

  /** Must run in a transaction that holds a lock on the user, so that the limit of nonces holds. */
  async invite(tx: Tx, sub: string): Promise<DeviceNonce> {
    const nonce = newSecret();
    const expiresAt = new Date(this.clock.now().getTime() + NONCE_SECONDS * 1000);
    await tx.rows(KEEP_NONCE, [secretDigest(nonce), sub, expiresAt]);
    return { nonce, expiresAt };
  }

  /** Returns the nonce of a proof that is valid in every other respect. */
  async verify(proof: string, { jwk, key }: DeviceKey, sub: string): Promise<string> {
    const { payload, protectedHeader } = await this.#signedWith(key, proof);
    const named = readDeviceKey(protectedHeader.jwk).jwk;
    if (named.x !== jwk.x || named.y !== jwk.y) throw refused('Its header names another key');
    if (payload.sub !== sub) throw refused('It is for another user');
    if (payload.aud !== this.config.mobileUrl) throw refused('It is for another audience');
    const age = this.clock.now().getTime() / 1000 - (payload.iat ?? 0);
    if (Math.abs(age) > WINDOW_SECONDS) throw refused('It is too old, or from the future');
    if (typeof payload['nonce'] !== 'string') throw refused('Its nonce is missing');
    return payload['nonce'];
  }

  async redeem(tx: Tx, sub: string, nonce: string): Promise<void> {
    const found = await tx.rows(USE_NONCE, [secretDigest(nonce), sub, this.clock.now()]);
    if (found.length === 0) throw refused('Its nonce is unknown, expired or used');
  }

  async #signedWith(key: DeviceKey['key'], proof: string): Promise<JWTVerifyResult> {
    if (proof.length > LONGEST) throw refused('It is too long');
    try {
      return await jwtVerify(proof, key, {
        typ: 'device-proof+jwt',
        algorithms: ['ES256'],
        currentDate: this.clock.now(),
      });
    } catch {
      throw refused('It is malformed, of another type or algorithm, or not signed with the key');
    }
  }
}

const refused = (why: string) => DeviceErrors.proofRefused(why);

const KEEP_NONCE = `
  WITH surplus AS (
    DELETE FROM users.device_nonce WHERE nonce_hash IN (
      SELECT nonce_hash FROM users.device_nonce WHERE sub = $2
      ORDER BY expires_at DESC OFFSET ${NONCES_OF_A_USER - 1})
  )
  INSERT INTO users.device_nonce (nonce_hash, sub, expires_at) VALUES ($1, $2, $3)`;

const USE_NONCE = `
  DELETE FROM users.device_nonce WHERE nonce_hash = $1 AND sub = $2 AND expires_at > $3 RETURNING 1`;

const SCOPE = Tenant.all('the caller has the sub from an access token');
const LOGIN_SECONDS = 300;

/** Registers a new device of a user: requires a recent login, and a proof that the device holds its key. */
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

  /** Everything that can be refused without a lock on the user is refused before taking it. */
  async register(registration: DeviceRegistration): Promise<Device> {
    this.#demandFreshLogin(registration.authTime);
    const key = readDeviceKey(registration.publicKey);
    const nonce = await this.proofs.verify(registration.proof, key, registration.sub);
    const thumbprint = await calculateJwkThumbprint(key.jwk);
    return this.uow.run(async (tx) => {
      const user = await this.#lockActive(tx, registration.sub);
      await this.proofs.redeem(tx, registration.sub, nonce);
      await this.#demandRoom(tx, user);
      return this.#add(tx, user, { ...registration, publicKey: key.jwk, thumbprint });
    });
  }

  #demandFreshLogin(authTime = 0): void {
    if (this.clock.now().getTime() / 1000 - authTime > LOGIN_SECONDS) throw DeviceErrors.loginTooOld();
  }

  /** The lock makes two concurrent registrations run one after the other, and none during a RESET. */
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

/** Deletes nonces that expired unused. */
@Injectable()
@Recurring('users/purge-device-nonces', { everySeconds: 3_600 })
export class PurgeDeviceNonces extends JobHandler {
  constructor(private readonly db: Database) {
    super();
  }

  perform(_payload: object, { signal }: JobRun): Promise<void> {
    return purge(this.db, EXPIRED, signal);
  }
}

const EXPIRED = `
  DELETE FROM users.device_nonce WHERE nonce_hash IN (
    SELECT nonce_hash FROM users.device_nonce WHERE expires_at < now() ORDER BY expires_at LIMIT $1)
  RETURNING 1`;
