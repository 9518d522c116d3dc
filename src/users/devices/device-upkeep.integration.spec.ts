import { Clock } from '../../shared/kernel/index.js';
import { Database } from '../../shared/persistence/index.js';
import { Devices, type UserRef } from '../contract/index.js';
import { DevicesSection } from '../export/users.sections.js';
import { DeviceLastSeen } from './device-last-seen.service.js';
import { startTestApplication, type TestApplication } from '../../../test/support/application.js';
import { activeUser, registerDevice, TestDevice } from '../../../test/support/devices.js';
import { performJob } from '../../../test/support/jobs.js';

let running: TestApplication;
let devices: Devices;
let sightings: DeviceLastSeen;
let db: Database;
let jane: UserRef;

const lastSeen = async (deviceId: string) => (await devices.find(jane, deviceId)).lastSeenAt.getTime();

/** Registers a device and sets its last use to `ago` before now. */
async function seen(ago: string): Promise<string> {
  const { deviceId } = await registerDevice(running, jane.sub);
  await db.rows('UPDATE users.device SET last_seen_at = now() - $2::interval WHERE device_id = $1', [deviceId, ago]);
  return deviceId;
}

describe('Device upkeep', () => {
  beforeAll(async () => {
    running = await startTestApplication();
    devices = running.app.get(Devices);
    sightings = running.app.get(DeviceLastSeen);
    db = running.app.get(Database);
    jane = await activeUser(running, 'jane');
  });
  afterAll(() => running.close());

  describe('When a device was last seen', () => {
    it('is noted when it was an hour ago or more', async () => {
      const [long, short] = [await seen('2 hours'), await seen('50 minutes')];
      const before = await lastSeen(short);
      const now = running.app.get(Clock).now().getTime();
      for (const id of [long, short, long]) devices.touch(id);
      await sightings.write();
      expect(await lastSeen(long)).toBeGreaterThanOrEqual(now);
      expect(await lastSeen(short)).toBe(before);
    });

    it('waits for nobody: a device that is being changed is left out, and the others are written', async () => {
      const [held, free] = [await seen('2 hours'), await seen('2 hours')];
      const before = await lastSeen(held);
      const holder = await running.database.connect();
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM users.device WHERE device_id = $1 FOR UPDATE', [held]);
      const now = running.app.get(Clock).now().getTime();
      for (const id of [held, free]) devices.touch(id);
      await sightings.write();
      await holder.query('ROLLBACK');
      await holder.end();
      expect(await lastSeen(held)).toBe(before);
      expect(await lastSeen(free)).toBeGreaterThanOrEqual(now);
    });

    it('is not spoilt by what is no device', async () => {
      const deviceId = await seen('2 hours');
      const now = running.app.get(Clock).now().getTime();
      for (const id of ['', 'x', "'", deviceId]) devices.touch(id);
      await sightings.write();
      expect(await lastSeen(deviceId)).toBeGreaterThanOrEqual(now);
    });
  });

  it('nonces that have expired are purged, and the others are not', async () => {
    await devices.begin(jane.sub);
    await db.rows('UPDATE users.device_nonce SET expires_at = now()');
    const fresh = await devices.begin(jane.sub);
    await performJob(running.app, 'users/purge-device-nonces');
    const left = await db.rows('SELECT expires_at AS "expiresAt" FROM users.device_nonce');
    expect(left).toEqual([{ expiresAt: fresh.expiresAt }]);
  });

  it('what a person may ask about their devices is all that is kept, without the push token', async () => {
    const joe = await activeUser(running, 'joe');
    const device = new TestDevice();
    const { registeredAt, lastSeenAt, ...card } = await registerDevice(running, joe.sub, { device, pushToken: 'p' });
    expect(await running.app.get(DevicesSection).section(joe)).toEqual({
      name: 'devices',
      data: [
        {
          ...card,
          publicKey: device.publicKey,
          registeredAt: registeredAt.toISOString(),
          lastSeenAt: lastSeenAt.toISOString(),
        },
      ],
    });
  });
});
