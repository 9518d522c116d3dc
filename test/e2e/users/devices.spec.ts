import { EventsHandler, type IEventHandler } from '@nestjs/cqrs';
import { OutboxRelay } from '../../../src/shared/events/index.js';
import { newId, Tenant } from '../../../src/shared/kernel/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import {
  DeviceBlocked,
  DeviceRegistered,
  DeviceRemoved,
  Devices,
  type DeviceRegistration,
  type UserRef,
} from '../../../src/users/contract/index.js';
import { startTestApplication, type TestApplication } from '../../support/application.js';
import { activeUser, registerDevice, registrationOf, TestDevice } from '../../support/devices.js';
import { meetAtLock } from '../../support/held-locks.js';
import { portalOf, type Portal } from '../../support/tokens.js';

type DeviceEvent = DeviceRegistered | DeviceBlocked | DeviceRemoved;
const heard: DeviceEvent[] = [];

@EventsHandler(DeviceRegistered, DeviceBlocked, DeviceRemoved)
class HearDevices implements IEventHandler<DeviceEvent> {
  handle(event: DeviceEvent): void {
    heard.push(event);
  }
}

const rival = Tenant.of('rival', false);
const scopes = ['users:read', 'users:write'];

let running: TestApplication;
let portal: Portal;
let devices: Devices;
let db: Database;
let users = 0;
let jane: UserRef;

const path = (deviceId = '', { userId } = jane) => `/v1/users/${userId}/devices${deviceId && `/${deviceId}`}`;
const asked = (changes: Parameters<typeof registrationOf>[2] = {}) => registrationOf(running, jane.sub, changes);
const register = (changes: Parameters<typeof registrationOf>[2] = {}) => registerDevice(running, jane.sub, changes);
const setStatus = (status: string) => portal.put(`/v1/users/${jane.userId}/status`, { status });
const idsOf = async (owner = jane) => (await devices.list(owner)).map(({ deviceId }) => deviceId);

/** Registrations that have all come as far as the user's row before one of them may go on. */
async function meet(...registrations: readonly (() => Promise<unknown>)[]): Promise<string[]> {
  const lock = 'SELECT 1 FROM users."user" WHERE sub = $1 FOR UPDATE';
  const ended = await meetAtLock(running.database, lock, [jane.sub], registrations);
  return ended.map((one) => (one.status === 'fulfilled' ? 'done' : (one.reason as Error).name)).sort();
}

async function told(): Promise<string[]> {
  await running.app.get(OutboxRelay).idle();
  const about = heard.splice(0).filter(({ payload }) => payload.sub === jane.sub);
  return about.map(({ constructor, payload }) => `${constructor.name} ${payload.deviceId}`);
}

const audited = (kind: string) =>
  db.rows(
    `SELECT e.actor_kind AS "actorKind", e.actor_id AS "actorId", e.details, e.enterprise_id AS "enterpriseId"
     FROM shared.audit_entry e JOIN shared.audit_alias a ON a.alias = e.subject_alias
     WHERE a.subject = $1 AND e.kind = $2`,
    [jane.sub, kind],
  );

describe('Devices', () => {
  beforeAll(async () => {
    running = await startTestApplication({ providers: [HearDevices] });
    portal = await portalOf(running, { scopes });
    devices = running.app.get(Devices);
    db = running.app.get(Database);
  });
  afterAll(() => running.close());
  beforeEach(async () => {
    jane = await activeUser(running, `jane${users++}`);
  });

  describe('A device', () => {
    it('is registered with its key, and the others are told', async () => {
      const device = new TestDevice();
      const card = await register({ device, name: 'Jane’s 電話', platform: 'android' });
      expect(card).toMatchObject({ name: 'Jane’s 電話', platform: 'android', blocked: false });
      expect(card.lastSeenAt).toEqual(card.registeredAt);
      expect(await devices.list(jane)).toEqual([card]);
      expect(await devices.activeKey(jane.sub, card.deviceId)).toMatchObject({
        deviceId: card.deviceId,
        publicKey: device.publicKey,
      });
      expect(await told()).toEqual([`DeviceRegistered ${card.deviceId}`]);
      expect(await audited('users.device-registered')).toMatchObject([
        { details: { deviceId: card.deviceId, platform: 'android' }, enterpriseId: 'default' },
      ]);
    });

    it.each([
      ['more than five minutes ago', () => Math.floor(Date.now() / 1000) - 302],
      ['nobody knows when', () => undefined],
    ])('is refused when the user logged in %s', async (_name, authTime) => {
      await expect(register({ authTime: authTime() })).rejects.toMatchObject({ name: 'devices/login-too-old' });
    });

    it('is refused with a key or a proof that does not hold', async () => {
      const device = new TestDevice();
      const proof = await device.proof({ sub: jane.sub, aud: 'https://elsewhere.test', nonce: 'n' });
      await expect(register({ device, proof })).rejects.toMatchObject({ name: 'devices/proof-refused' });
      await expect(register({ publicKey: { kty: 'oct' } })).rejects.toMatchObject({ name: 'devices/key-refused' });
    });

    it.each(['BLOCKED', 'PAUSED', 'RESET', 'DELETED'])(
      'is refused when its user is %s, and cannot begin',
      async (status) => {
        const registration = await asked();
        await setStatus(status);
        await expect(devices.register(registration)).rejects.toMatchObject({ name: 'devices/user-not-active' });
        await expect(devices.begin(jane.sub)).rejects.toMatchObject({ name: 'devices/user-not-active' });
      },
    );

    it('is refused when it is of nobody', async () => {
      await expect(devices.begin(newId())).rejects.toMatchObject({ name: 'users/not-found' });
    });

    it('has a key that no other device of the enterprise has, until it is removed', async () => {
      const device = new TestDevice();
      const joe = await activeUser(running, `joe${users}`);
      const { deviceId } = await register({ device });
      await expect(register({ device })).rejects.toMatchObject({ name: 'devices/key-taken' });
      await expect(registerDevice(running, joe.sub, { device })).rejects.toMatchObject({ name: 'devices/key-taken' });
      await devices.remove(jane, deviceId);
      const { deviceId: again } = await registerDevice(running, joe.sub, { device });
      expect(again).not.toBe(deviceId);
      const stranger = await activeUser(running, `stranger${users}`, rival);
      await registerDevice(running, stranger.sub, { device });
      const tester = await activeUser(running, `tester${users}`, Tenant.of('default', true));
      await registerDevice(running, tester.sub, { device });
    });
  });

  describe('A nonce', () => {
    const withNonce = async (nonce: string, device = new TestDevice()): Promise<DeviceRegistration> =>
      asked({ device, proof: await device.proof({ sub: jane.sub, aud: running.config.mobileUrl, nonce }) });

    const refused = { name: 'devices/proof-refused', detail: 'Its nonce is unknown, expired or used' };

    it('is kept as a hash only', async () => {
      const { nonce, expiresAt } = await devices.begin(jane.sub);
      const rows = await db.rows('SELECT * FROM users.device_nonce WHERE sub = $1', [jane.sub]);
      expect(rows).toHaveLength(1);
      expect(JSON.stringify(rows)).not.toContain(nonce);
      expect(rows).toMatchObject([{ expires_at: expiresAt }]);
    });

    it('that nobody has given out is refused', async () => {
      await expect(devices.register(await withNonce('made up'))).rejects.toMatchObject(refused);
    });

    it('is refused when it is of another user', async () => {
      const { nonce } = await devices.begin((await activeUser(running, `joe${users}`)).sub);
      await expect(devices.register(await withNonce(nonce))).rejects.toMatchObject(refused);
    });

    it('that was used is refused', async () => {
      const { nonce } = await devices.begin(jane.sub);
      await devices.register(await withNonce(nonce));
      await expect(devices.register(await withNonce(nonce))).rejects.toMatchObject(refused);
    });

    it('that has expired is refused', async () => {
      const registration = await asked();
      await db.rows(`UPDATE users.device_nonce SET expires_at = now() - interval '1 second' WHERE sub = $1`, [
        jane.sub,
      ]);
      await expect(devices.register(registration)).rejects.toMatchObject(refused);
    });

    it('gives way when its user asks for many more', async () => {
      const oldest = await asked();
      const others = [await asked(), await asked(), await asked(), await asked()];
      const newest = await asked();
      const [left] = await db.rows('SELECT count(*)::int AS n FROM users.device_nonce WHERE sub = $1', [jane.sub]);
      expect(left).toEqual({ n: others.length + 1 });
      await expect(devices.register(oldest)).rejects.toMatchObject(refused);
      await devices.register(newest);
    });

    it('is good for one of two registrations that come at once', async () => {
      const { nonce } = await devices.begin(jane.sub);
      const [one, other] = [await withNonce(nonce), await withNonce(nonce)];
      expect(
        await meet(
          () => devices.register(one),
          () => devices.register(other),
        ),
      ).toEqual([refused.name, 'done']);
      expect(await idsOf()).toHaveLength(1);
    });
  });

  describe('A user', () => {
    it('has at most ten devices, also when two are registered at once', async () => {
      for (let i = 0; i < 9; i++) await register();
      const [one, other] = [await asked(), await asked()];
      expect(
        await meet(
          () => devices.register(one),
          () => devices.register(other),
        ),
      ).toEqual(['devices/too-many', 'done']);
      const ids = await idsOf();
      expect(ids).toHaveLength(10);
      await devices.remove(jane, ids[3]!);
      await register();
    });

    it('who is RESET while a device is registered has none, whichever comes first', async () => {
      const registration = await asked();
      await meet(
        () => devices.register(registration),
        () => setStatus('RESET'),
      );
      expect((await portal.get(`/v1/users/${jane.userId}`)).body.status).toBe('RESET');
      expect(await idsOf()).toEqual([]);
    });

    it.each(['RESET', 'DELETED'])('who is %s has no device any more, and the others are told', async (status) => {
      const [one, other] = [await register(), await register({ pushToken: 'p' })];
      await devices.change(jane, one.deviceId, { blocked: true });
      await told();
      expect((await setStatus(status)).status).toBe(200);
      expect(await idsOf()).toEqual([]);
      expect(await devices.activeKey(jane.sub, other.deviceId)).toBeUndefined();
      expect(await devices.pushTargets(jane.sub)).toEqual([]);
      expect((await told()).sort()).toEqual([one, other].map(({ deviceId }) => `DeviceRemoved ${deviceId}`).sort());
      expect(await audited('users.device-removed')).toHaveLength(2);
    });

    it('who is BLOCKED keeps the devices for later', async () => {
      const { deviceId } = await register();
      await setStatus('BLOCKED');
      await setStatus('UNBLOCK');
      expect(await devices.activeKey(jane.sub, deviceId)).toBeDefined();
    });
  });

  describe('The key of a device', () => {
    it('is there for its own user only, and not while it is blocked or once it is removed', async () => {
      const joe = await activeUser(running, `joe${users}`);
      const { deviceId } = await register();
      const key = () => devices.activeKey(jane.sub, deviceId);
      expect(await devices.activeKey(joe.sub, deviceId)).toBeUndefined();
      await devices.change(jane, deviceId, { blocked: true });
      expect(await key()).toBeUndefined();
      await devices.change(jane, deviceId, { blocked: false });
      expect(await key()).toBeDefined();
      await devices.remove(jane, deviceId);
      expect(await key()).toBeUndefined();
    });

    it.each(['', 'x', '\0', "' OR true", newId(), 'ffffffff-ffff-ffff-ffff-ffffffffffff', 'a'.repeat(40)])(
      'is not there for a device that is called %j',
      async (deviceId) => {
        expect(await devices.activeKey(jane.sub, deviceId)).toBeUndefined();
        await expect(devices.find(jane, deviceId)).rejects.toMatchObject({ name: 'devices/not-found' });
        await expect(devices.remove(jane, deviceId)).rejects.toMatchObject({ name: 'devices/not-found' });
      },
    );
  });

  describe('A push token', () => {
    it('is sealed at rest, opened for the push service, and moves or goes', async () => {
      const { deviceId } = await register({ pushToken: 'token-1' });
      await register();
      const stored = () =>
        db.rows('SELECT sealed_push_token AS sealed FROM users.device WHERE device_id = $1', [deviceId]);
      const [before] = await stored();
      expect(before?.['sealed'].toString('latin1')).not.toContain('token-1');
      expect(await devices.pushTargets(jane.sub)).toEqual([{ deviceId, platform: 'ios', pushToken: 'token-1' }]);
      await devices.change(jane, deviceId, { name: 'Tablet', pushToken: 'token-2' });
      expect(await devices.pushTargets(jane.sub)).toMatchObject([{ pushToken: 'token-2' }]);
      await devices.change(jane, deviceId, { pushToken: null });
      expect(await devices.pushTargets(jane.sub)).toEqual([]);
      expect(await stored()).toEqual([{ sealed: null }]);
    });

    it('is not used while its device is blocked', async () => {
      const { deviceId } = await register({ pushToken: 'token-1' });
      await devices.change(jane, deviceId, { blocked: true });
      expect(await devices.pushTargets(jane.sub)).toEqual([]);
    });
  });

  describe('The management API', () => {
    it('lists devices in the order in which they were registered, page by page', async () => {
      const registered = [await register(), await register(), await register()];
      const first = await portal.get(`${path()}?limit=2`);
      expect(first.body.devices.map(({ deviceId }: { deviceId: string }) => deviceId)).toEqual(
        registered.slice(0, 2).map(({ deviceId }) => deviceId),
      );
      const second = await portal.get(`${path()}?limit=2&cursor=${first.body.next as string}`);
      expect(second.body).toMatchObject({ devices: [{ deviceId: registered[2]!.deviceId }], next: null });
    });

    it('shows a device, and never its push token or its key', async () => {
      const card = await register({ pushToken: 'token-1' });
      const answer = await portal.get(path(card.deviceId));
      expect(answer).toMatchObject({ status: 200 });
      expect(answer.body).toEqual({
        deviceId: card.deviceId,
        name: 'Phone',
        platform: 'ios',
        blocked: false,
        registeredTs: card.registeredAt.getTime(),
        lastSeenTs: card.registeredAt.getTime(),
        thumbprint: card.thumbprint,
      });
    });

    it('names, blocks and unblocks a device, and says so once', async () => {
      const { deviceId } = await register();
      await told();
      const changed = await portal.patch(path(deviceId), { name: 'Work phone', blocked: true });
      expect(changed).toMatchObject({ status: 200, body: { name: 'Work phone', blocked: true } });
      expect((await portal.patch(path(deviceId), { name: 'Work phone', blocked: true })).body).toEqual(changed.body);
      expect((await portal.patch(path(deviceId), {})).body).toEqual(changed.body);
      expect(await told()).toEqual([`DeviceBlocked ${deviceId}`]);
      expect((await portal.patch(path(deviceId), { blocked: false })).body).toMatchObject({ blocked: false });
      const entry = { actorKind: 'client', actorId: portal.clientId, details: { deviceId }, enterpriseId: 'default' };
      for (const what of ['renamed', 'blocked', 'unblocked']) {
        expect(await audited(`users.device-${what}`)).toEqual([entry]);
      }
    });

    it('removes a device once', async () => {
      const { deviceId } = await register();
      await told();
      expect(await portal.delete(path(deviceId))).toMatchObject({ status: 204, body: '' });
      expect(await portal.delete(path(deviceId))).toMatchObject({ status: 404, body: { code: 'devices/not-found' } });
      for (const gone of [await portal.get(path(deviceId)), await portal.patch(path(deviceId), { blocked: true })]) {
        expect(gone).toMatchObject({ status: 404, body: { code: 'devices/not-found' } });
      }
      expect((await portal.get(path())).body).toEqual({ devices: [], next: null });
      expect(await told()).toEqual([`DeviceRemoved ${deviceId}`]);
      expect(await audited('users.device-removed')).toMatchObject([
        { actorId: portal.clientId, details: { deviceId } },
      ]);
    });

    it('removes a device once, also when it is asked to twice at once', async () => {
      const { deviceId } = await register();
      const lock = 'SELECT 1 FROM users.device WHERE device_id = $1 FOR UPDATE';
      const remove = () => portal.delete(path(deviceId));
      const ended = await meetAtLock(running.database, lock, [deviceId], [remove, remove]);
      expect(ended.map((one) => (one.status === 'fulfilled' ? one.value.status : 0)).sort()).toEqual([204, 404]);
      expect(await audited('users.device-removed')).toHaveLength(1);
    });

    it.each<[string, object]>([
      ['/name', { name: '' }],
      ['/name', { name: ' ' }],
      ['/name', { name: 'a\u0000' }],
      ['/name', { name: null }],
      ['/name', { name: 7 }],
      ['/blocked', { blocked: 'true' }],
      ['/blocked', { blocked: null }],
      ['/pushToken', { pushToken: 'x' }],
      ['/status', { status: 'REMOVED' }],
    ])('refuses the field %s of %j', async (pointer, body) => {
      const { deviceId } = await register();
      const answer = await portal.patch(path(deviceId), body);
      expect(answer).toMatchObject({ status: 422, body: { errors: [{ pointer }] } });
    });

    it('takes a name of 255 characters in any script, and not one more', async () => {
      const { deviceId } = await register();
      const name = '📱'.repeat(255);
      expect((await portal.patch(path(deviceId), { name })).body).toMatchObject({ name });
      expect(await portal.patch(path(deviceId), { name: `${name}x` })).toMatchObject({ status: 422 });
    });

    it('wants the scope of what is asked', async () => {
      const { deviceId } = await register();
      const reader = await portalOf(running, { scopes: ['users:read'] });
      const writer = await portalOf(running, { scopes: ['users:write'] });
      expect((await reader.patch(path(deviceId), { blocked: true })).status).toBe(403);
      expect((await reader.delete(path(deviceId))).status).toBe(403);
      expect((await writer.get(path())).status).toBe(403);
      expect((await writer.get(path(deviceId))).status).toBe(403);
    });

    it.each([
      ['another enterprise', rival],
      ['the test side', Tenant.of('default', true)],
    ])('finds no device for %s', async (_name, tenant) => {
      const { deviceId } = await register();
      const stranger = await portalOf(running, { scopes, enterpriseId: tenant.enterpriseId, test: tenant.test });
      const answers = [
        await stranger.get(path()),
        await stranger.get(path(deviceId)),
        await stranger.patch(path(deviceId), { blocked: true }),
        await stranger.delete(path(deviceId)),
      ];
      expect(answers.map(({ status, body }) => `${status} ${body.code}`)).toEqual(Array(4).fill('404 users/not-found'));
      // Nor by a user of its own who has the same id.
      await activeUser(running, jane.userId, tenant);
      expect((await stranger.get(path())).body.devices).toEqual([]);
      expect(await stranger.delete(path(deviceId))).toMatchObject({ status: 404, body: { code: 'devices/not-found' } });
      expect(await idsOf()).toEqual([deviceId]);
    });

    it("finds no device below another user's id, and none whose id is no id", async () => {
      const { deviceId } = await register();
      const joe = await activeUser(running, `joe${users}`);
      expect(await portal.get(path(deviceId, joe))).toMatchObject({ status: 404, body: { code: 'devices/not-found' } });
      expect((await portal.delete(path(deviceId, joe))).status).toBe(404);
      for (const id of ['x', "'", '%00', 'ffffffff-ffff-ffff-ffff-ffffffffffff']) {
        expect((await portal.get(path(id))).status).toBe(404);
      }
      expect((await portal.get('/v1/users/nobody/devices')).body.code).toBe('users/not-found');
    });
  });
});
