import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { type FindOptionsWhere, Not, Repository } from 'typeorm';
import { validate as isUuid } from 'uuid';
import { sealedColumn, type Tenant } from '../../shared/kernel/index.js';
import { Database, type Tx, WITHOUT_SYNC } from '../../shared/persistence/index.js';
import { SealedRows, Sealer } from '../../shared/security/index.js';
import type { DeviceAttestation } from './attestation/device-attestation.js';
import type { AttestationVerdict, DeviceCard, DevicePlatform, DeviceStatus } from './device.js';
import type { UserRef } from '../contract/users.events.js';
import type { UserStatus } from '../user/user-status.js';
import type { ActiveKey, LockedUserAndKey, PushTarget } from '../contract/devices.port.js';
import { Device } from './device.entity.js';

/** The only access to device rows. It never returns removed devices, and encrypts push tokens before storing them. */
@Injectable()
export class DeviceRepository {
  constructor(
    @InjectRepository(Device) private readonly rows: Repository<Device>,
    private readonly db: Database,
    private readonly sealer: Sealer,
    private readonly seals: SealedRows,
  ) {}

  list(owner: UserRef): Promise<Device[]> {
    return this.rows.find({ where: of(owner), order: { deviceId: 'ASC' } });
  }

  /**
   * Finds a device of the user. Returns null for a malformed id, because the `kid` of a signature may be any string.
   */
  async find(owner: UserRef, deviceId: string): Promise<Device | null> {
    return isUuid(deviceId) ? this.rows.findOneBy({ ...of(owner), deviceId }) : null;
  }

  /** Finds a device in a tenant by its id alone, whichever user it belongs to. */
  ofTenant({ enterpriseId, test }: Tenant, deviceId: string): Promise<DeviceOfTenant | undefined> {
    return this.db.one<DeviceOfTenant>(OF_TENANT, [enterpriseId, test, deviceId]);
  }

  async lock(tx: Tx, owner: UserRef, deviceId: string): Promise<Device | null> {
    return isUuid(deviceId) ? tx.lock(Device, { ...of(owner), deviceId }) : null;
  }

  async idsOf(tx: Tx, owner: UserRef): Promise<string[]> {
    const select = { deviceId: true } as const;
    const found = await tx.manager.find(Device, { select, where: of(owner), order: { deviceId: 'ASC' } });
    return found.map(({ deviceId }) => deviceId);
  }

  /**
   * Whether the given device counts as a second factor and is not blocked. Without `deviceId`, whether any device of
   * the user does.
   */
  canApprove(tx: Tx, owner: UserRef, deviceId?: string): Promise<boolean> {
    const where = { ...of(owner), status: 'ACTIVE' as const, secondFactor: true };
    return tx.manager.existsBy(Device, deviceId === undefined ? where : { ...where, deviceId });
  }

  async activeKey(sub: string, deviceId: string): Promise<ActiveKey | undefined> {
    const row = isUuid(deviceId) ? await this.db.oneByKey<SealedKey>(ACTIVE_KEY, [deviceId, sub]) : undefined;
    return row && this.#soundKey(row);
  }

  async held(tx: Tx, sub: string, deviceId: string | undefined): Promise<LockedUserAndKey> {
    const [row] = await tx.rows<HeldRow>(LOCK_USER_AND_KEY, [sub, deviceId ?? null]);
    if (!row) return { status: undefined, key: undefined };
    const { status, ...device } = row;
    return { status, key: device.deviceId === null ? undefined : await this.#soundKey(device as SealedKey) };
  }

  /**
   * Returns the key of a row. Returns undefined if the row's seal (keyed hash) does not match, which means that the key
   * was changed in the database.
   */
  async #soundKey(row: SealedKey): Promise<ActiveKey | undefined> {
    const device = Object.assign(new Device(), row);
    if (!(await this.seals.holds(device))) return undefined;
    const { deviceId, publicKey, registeredAt } = device;
    const attestation = this.attestationOf(device);
    return { deviceId, publicKey, registeredAt, ...(attestation && { attestation }) };
  }

  async pushTargets(sub: string): Promise<PushTarget[]> {
    const rows = await this.db.rows<{ deviceId: string; platform: DevicePlatform; sealed: Buffer }>(PUSH_TARGETS, [
      sub,
    ]);
    return rows.map(({ sealed, ...device }) => ({
      ...device,
      pushToken: this.sealer.openText(sealed, contextOf(device.deviceId)),
    }));
  }

  sealPushToken(device: Device, token: string | null): void {
    device.sealedPushToken = token === null ? null : this.sealer.seal(token, contextOf(device.deviceId));
  }

  sealAttestation(device: Device, attestation: DeviceAttestation): void {
    const text = JSON.stringify(attestation);
    device.sealedAttestation = this.sealer.seal(text, attestationContext(device.deviceId));
  }

  attestationOf({ deviceId, sealedAttestation }: Pick<Device, 'deviceId' | 'sealedAttestation'>) {
    if (!sealedAttestation) return undefined;
    return this.sealer.openJson(sealedAttestation, attestationContext(deviceId)) as unknown as DeviceAttestation;
  }

  /**
   * Describes a device as its owner and the enterprise see it, with the verdict on its attestation but not the
   * attestation statement.
   */
  cardOf(device: Device): DeviceCard {
    const { statement, ...attestation } = this.attestationOf(device) ?? {};
    return { ...device.card, ...(statement && { attestation: attestation as AttestationVerdict }) };
  }

  /**
   * Records when devices were last seen. Skips locked rows, and devices whose last use was recorded within the last
   * hour.
   */
  async noteSeen(deviceIds: readonly string[], at: Date): Promise<void> {
    await this.db.rows(NOTE_SEEN, [deviceIds, at]);
  }
}

/** A device, with the id of the user that it belongs to. */
export interface DeviceOfTenant {
  readonly name: string;
  readonly status: DeviceStatus;
  readonly userId: string;
}

const OF_TENANT = `
  SELECT d.name, d.status, u.user_id AS "userId" FROM users.device d JOIN users."user" u USING (sub)
  WHERE d.device_id = $3 AND d.enterprise_id = $1 AND d.test = $2 AND d.status <> 'REMOVED' AND u.erased_at IS NULL`;

const of = ({ sub, enterpriseId, test }: UserRef): FindOptionsWhere<Device> => ({
  sub,
  enterpriseId,
  test,
  status: Not('REMOVED'),
});

const contextOf = sealedColumn('users.device', 'sealed_push_token', 'device_id', (id) => `users/push-token:${id}`);

const attestationContext = sealedColumn(
  'users.device',
  'sealed_attestation',
  'device_id',
  (id) => `users/device-attestation:${id}`,
);

/** The columns that the row's seal (keyed hash) covers, the seal itself, and the separately encrypted attestation. */
type SealedKey = Pick<
  Device,
  | 'deviceId'
  | 'sub'
  | 'enterpriseId'
  | 'test'
  | 'publicKey'
  | 'thumbprint'
  | 'registeredAt'
  | 'sealedAttestation'
  | 'rowSeal'
>;
const KEY = `device_id AS "deviceId", sub, enterprise_id AS "enterpriseId", test, public_key AS "publicKey", thumbprint,
    registered_at AS "registeredAt", sealed_attestation AS "sealedAttestation", row_seal AS "rowSeal"`;

// Hot path, measured by: npm run bench -- notifications.
const ACTIVE_KEY = `
  SELECT ${KEY} FROM users.device WHERE device_id = $1 AND sub = $2 AND status = 'ACTIVE'`;

type HeldRow = { [K in keyof SealedKey]: SealedKey[K] | null } & { readonly status: UserStatus };

const LOCK_USER_AND_KEY = `
  WITH person AS (
    SELECT status FROM users."user" WHERE sub = $1 AND erased_at IS NULL FOR SHARE
  ), device AS (
    SELECT ${KEY}
    FROM users.device WHERE device_id = $2 AND sub = $1 AND status = 'ACTIVE' FOR SHARE
  )
  SELECT person.status, device.* FROM person LEFT JOIN device ON true`;

const PUSH_TARGETS = `
  SELECT device_id AS "deviceId", platform, sealed_push_token AS sealed
  FROM users.device WHERE sub = $1 AND status = 'ACTIVE' AND sealed_push_token IS NOT NULL ORDER BY device_id`;

const NOTE_SEEN = `
  UPDATE users.device SET last_seen_at = $2 WHERE ${WITHOUT_SYNC} AND device_id IN (
    SELECT device_id FROM users.device
    WHERE device_id = ANY ($1::uuid[]) AND last_seen_at < $2::timestamptz - interval '1 hour'
    ORDER BY device_id FOR UPDATE SKIP LOCKED)`;
