import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { compactVerify, CompactSign } from 'jose';
import { OutboxRelay } from '../../../src/shared/events/outbox.relay.js';
import { newId } from '../../../src/shared/kernel/ids.js';
import { Database } from '../../../src/shared/persistence/database.js';
import { DeviceBlocked, DeviceRegistered, DeviceRemoved, Devices, type UserRef } from '../../../src/users/contract.js';
import { DeviceSightings } from '../../../src/users/services/devices/device-sightings.service.js';
import { PurgeDeviceNonces } from '../../../src/users/services/devices/purge-device-nonces.job.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { moveClock } from '../../support/clock.js';
import { activeUser, registerDevice, registrationOf, TestDevice } from '../../support/devices.js';
import { meetAt } from '../../support/race.js';
import { portalOf, type Portal } from '../../support/tokens.js';

type DeviceEvent = DeviceRegistered | DeviceBlocked | DeviceRemoved;
const heard: DeviceEvent[] = [];

@EventsHandler(DeviceRegistered, DeviceBlocked, DeviceRemoved)
class HearDevices implements IEventHandler<DeviceEvent> {
  handle(event: DeviceEvent): void {
    heard.push(event);
  }
}

const MINUTE = 60_000;
const scopes = ['users:read', 'users:write'];

let running: TestApplication;
let portal: Portal;
let devices: Devices;
let db: Database;
let users = 0;
let jane: UserRef;

beforeAll(async () => {
  running = await startTestApplication({ providers: [HearDevices] });
  portal = await portalOf(running, { scopes });
  devices = running.app.get(Devices);
  db = running.app.get(Database);
});
afterAll(() => running.close());
beforeEach(async () => {
  jane = await activeUser(running, `jane${users++}`);
  await running.app.get(OutboxRelay).idle();
  heard.length = 0;
});

const path = (deviceId = '', { userId } = jane) => `/v1/users/${userId}/devices${deviceId && `/${deviceId}`}`;
const register = (changes: Parameters<typeof registerDevice>[2] = {}) => registerDevice(running, jane.sub, changes);
const lockOfJane = () => ({ sql: 'SELECT 1 FROM users."user" WHERE sub = $1 FOR UPDATE', params: [jane.sub] });
const ended = (settled: readonly PromiseSettledResult<unknown>[]) =>
  settled.map((one) => (one.status === 'fulfilled' ? 'registered' : (one.reason as Error).name)).sort();

/** Two or more registrations that all wait for the user, and then go on. */
const together = async (...asked: Parameters<Devices['register']>[0][]) => {
  const [settled] = await meetAt(running, lockOfJane(), asked.map((one) => () => devices.register(one)).map(settling));
  return settled;
};

async function auditOf(kind: string): Promise<Record<string, unknown>[]> {
  return db.rows(
    `SELECT e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.details, e.enterprise_id AS "enterpriseId", e.test
     FROM shared.audit_entry e JOIN shared.audit_alias a ON a.alias = e.subject_alias
     WHERE a.subject = $1 AND e.kind = $2`,
    [jane.sub, kind],
  );
}
