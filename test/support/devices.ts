import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { SignJWT, type JWK, type JWTPayload } from 'jose';
import { Tenant } from '../../src/shared/kernel/index.js';
import { UnitOfWork } from '../../src/shared/persistence/index.js';
import { Devices, type DeviceCard, type DeviceRegistration, type UserRef } from '../../src/users/contract/index.js';
import { EnrolmentService } from '../../src/users/management/enrolment.service.js';
import { UserRepository } from '../../src/users/user/user.repository.js';
import type { TestApplication } from './application.js';
import { someone } from './enrolments.js';

/** A device as a test plays it: a key of its own, and what it signs to be registered. */
export class TestDevice {
  readonly #pair = generateKeyPairSync('ec', { namedCurve: 'P-256' });

  get publicKey(): JWK {
    return this.#pair.publicKey.export({ format: 'jwk' });
  }

  get privateKey(): KeyObject {
    return this.#pair.privateKey;
  }

  proof(payload: JWTPayload): Promise<string> {
    return new SignJWT({ iat: Math.floor(Date.now() / 1000), ...payload })
      .setProtectedHeader({ alg: 'ES256', typ: 'device-proof+jwt', jwk: this.publicKey })
      .sign(this.privateKey);
  }
}

/** All that a registration needs, with a nonce of its own; a test changes what it is about. */
export async function registrationOf(
  { app, config }: TestApplication,
  sub: string,
  { device = new TestDevice(), ...changes }: Partial<DeviceRegistration> & { device?: TestDevice } = {},
): Promise<DeviceRegistration> {
  const { nonce } = await app.get(Devices).begin(sub);
  const proof = await device.proof({ sub, aud: config.mobileUrl, nonce });
  const authTime = Math.floor(Date.now() / 1000);
  return { sub, name: 'Phone', platform: 'ios', publicKey: device.publicKey, proof, authTime, ...changes };
}

export async function registerDevice(
  running: TestApplication,
  sub: string,
  changes: Parameters<typeof registrationOf>[2] = {},
): Promise<DeviceCard> {
  return running.app.get(Devices).register(await registrationOf(running, sub, changes));
}

/** A user who has activated. */
export async function activeUser(
  { app }: TestApplication,
  userId: string,
  tenant = Tenant.of('default', false),
): Promise<UserRef> {
  await app.get(EnrolmentService).enrol(tenant, someone(userId));
  return app.get(UnitOfWork).run(async (tx) => {
    const user = await app.get(UserRepository).lock(tx, tenant, userId);
    user!.activate(true, new Date());
    await tx.save(user!);
    return user!.ref;
  });
}
