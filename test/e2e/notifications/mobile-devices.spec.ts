import { checkEvidence } from '@countersign/evidence';
import { decodeJwt } from 'jose';
import { EvidenceKeys } from '../../../src/auth/contract/index.js';
import { Devices } from '../../../src/users/contract/index.js';
import { Database } from '../../../src/shared/persistence/index.js';
import { acrOf, newId } from '../../../src/shared/kernel/index.js';
import { TestDevice, registerDevice } from '../../support/devices.js';
import { portalOf } from '../../support/tokens.js';
import { Phone } from '../../support/phone.js';
import { signed } from '../../support/signed-answer.js';
import { ask, dataOf, mobile, statusOf, told } from './mobile.js';

type Way = 'byHttp' | 'bySocket';

describe('Devices', () => {
  let users = 0;
  const phoneOf = (claims = {}) => Phone.of(mobile.running, `device-owner${users++}`, claims);

  async function registration(phone: Phone, way: Way, device = new TestDevice()) {
    const begun = await phone[way]('BeginDevice', []);
    const nonce = begun.event?.response.ResponseData.nonce;
    const proof = await device.proof({ sub: phone.user.sub, aud: mobile.running.config.mobileUrl, nonce });
    return { name: 'Jane’s phone', platform: 'android', publicKey: device.publicKey, proof, pushToken: 'push-1' };
  }

  describe.each<Way>(['byHttp', 'bySocket'])('Devices %s', (way) => {
    const data = ({ event }: Awaited<ReturnType<Phone[Way]>>) => event?.response.ResponseData;
    const code = ({ event }: Awaited<ReturnType<Phone[Way]>>) => [event?.event, event?.response.StatusCode];

    it('are begun, registered, changed and removed', async () => {
      const phone = await phoneOf({ gid: newId() });
      const begun = await phone[way]('BeginDevice');
      expect(begun.event).toEqual({
        event: 'onBeginDevice',
        response: {
          StatusCode: 100,
          StatusMsg: 'Success',
          ResponseData: { nonce: expect.stringMatching(/^[\w-]{43}$/), expires_at: expect.stringMatching(/Z$/) },
        },
      });
      const asked = await registration(phone, way);
      const registered = await phone[way]('RegisterDevice', Object.values(asked));
      expect(code(registered)).toEqual(['onRegisterDevice', 100]);
      const { device_id: deviceId } = data(registered);
      const devices = mobile.running.app.get(Devices);
      expect(await devices.list(phone.user)).toMatchObject([{ deviceId, name: 'Jane’s phone', platform: 'android' }]);
      const updated = await phone[way]('UpdateDevice', [deviceId, 'New name', '']);
      expect(code(updated)).toEqual(['onUpdateDevice', 100]);
      expect(await devices.find(phone.user, deviceId)).toMatchObject({ name: 'New name' });
      expect(await devices.pushTargets(phone.user.sub)).toMatchObject([{ pushToken: 'push-1' }]);
      expect(code(await phone[way]('RemoveDevice', { deviceID: deviceId }))).toEqual(['onRemoveDevice', 100]);
      expect(await devices.list(phone.user)).toEqual([]);
      expect(data(await phone[way]('RemoveDevice', { deviceID: deviceId }))).toEqual({ reason: 'unknown' });
    });

    it('are told to every open socket of their user, and to nobody else', async () => {
      const [phone, stranger] = [await phoneOf(), await phoneOf()];
      const [socket, foreign] = [await phone.socket(), await stranger.socket()];
      const { device_id } = data(await phone[way]('RegisterDevice', await registration(phone, way)));
      const { response } = await socket.nextEvent('onDeviceAdded');
      expect(response.ResponseData).toEqual({
        ...{ device_id, name: 'Jane’s phone', platform: 'android', registered_at: expect.stringMatching(/Z$/) },
      });
      await registerDevice(mobile.running, stranger.user.sub);
      await foreign.nextEvent('onDeviceAdded');
      expect([...foreign.received, ...socket.received].filter(({ event }) => event === 'onDeviceAdded')).toEqual([]);
      socket.end();
      foreign.end();
    });

    it('are bound to the grant of the token, until they are removed', async () => {
      const grant = newId();
      const phone = await phoneOf({ gid: grant });
      const { device_id: deviceId } = data(await phone[way]('RegisterDevice', await registration(phone, way)));
      const bound = () =>
        mobile.running.app
          .get(Database)
          .rows('SELECT device_id FROM notifications.grant_device WHERE grant_id = $1', [grant]);
      expect(await bound()).toEqual([{ device_id: deviceId }]);
    });

    it('are not registered when they cannot be bound to the grant, and the same request succeeds later', async () => {
      const phone = await phoneOf({ gid: newId() });
      const { sub } = phone.user;
      const db = mobile.running.app.get(Database);
      const asked = await registration(phone, way);
      await db.rows(`ALTER TABLE notifications.grant_device ADD CONSTRAINT no_room CHECK (sub <> '${sub}') NOT VALID`);
      try {
        expect(code(await phone[way]('RegisterDevice', asked))).not.toEqual(['onRegisterDevice', 100]);
        expect(await mobile.running.app.get(Devices).list(phone.user)).toEqual([]);
      } finally {
        await db.rows('ALTER TABLE notifications.grant_device DROP CONSTRAINT no_room');
      }
      const { device_id } = data(await phone[way]('RegisterDevice', asked));
      const bound = await db.rows('SELECT device_id FROM notifications.grant_device WHERE sub = $1', [sub]);
      expect(bound).toEqual([{ device_id }]);
    });

    it('need a login as sure as the enterprise demands', async () => {
      const administrator = await portalOf(mobile.running, { scopes: ['enterprises:write'], administrator: true });
      const demand = (leastLevel: number) => administrator.patch('/v1/enterprises/default', { signIn: { leastLevel } });
      expect((await demand(2)).status).toBe(200);
      const [weak, sure] = [await phoneOf({ acr: acrOf(1) }), await phoneOf({ acr: acrOf(2) })];
      const refused = await weak[way]('RegisterDevice', await registration(weak, way));
      expect(code(refused)).toEqual(['onRegisterDevice', 102]);
      const { status, headers } = await weak.post('RegisterDevice', await registration(weak, way));
      const registered = await sure[way]('RegisterDevice', await registration(sure, way));
      await demand(1);
      expect(code(registered)).toEqual(['onRegisterDevice', 100]);
      const challenge = 'acr_values="urn:countersign:acr:2", max_age="300"';
      expect([status, headers.get('www-authenticate')]).toEqual([401, expect.stringContaining(challenge)]);
    });

    it('need a login of the last five minutes', async () => {
      const phone = await phoneOf({ auth_time: Math.floor(Date.now() / 1000) - 301 });
      const refused = await phone[way]('RegisterDevice', await registration(phone, way));
      expect(code(refused)).toEqual(['onRegisterDevice', 102]);
      expect(data(refused)).toEqual({ reason: 'step_up' });
    });

    it('need a proof with the key, for this user, by a nonce that is used once', async () => {
      const phone = await phoneOf();
      const asked = await registration(phone, way);
      const other = await registration(await phoneOf(), way);
      for (const proof of ['a.b.c', 'proof', other.proof]) {
        const refused = await phone[way]('RegisterDevice', { ...asked, proof });
        expect([code(refused), data(refused)]).toEqual([['onRegisterDevice', 4], { reason: 'signature' }]);
      }
      expect(code(await phone[way]('RegisterDevice', asked))).toEqual(['onRegisterDevice', 100]);
      expect(code(await phone[way]('RegisterDevice', asked))).toEqual(['onRegisterDevice', 4]);
    });

    it.each([
      ['private', { ...new TestDevice().publicKey, d: 'AAAA' }],
      ['of another curve', { kty: 'EC', crv: 'P-384', x: 'AA', y: 'AA' }],
      ['symmetric', { kty: 'oct', k: 'AAAA' }],
      ['empty', {}],
    ])('are refused with a key that is %s', async (_what, publicKey) => {
      const phone = await phoneOf();
      const refused = await phone[way]('RegisterDevice', { ...(await registration(phone, way)), publicKey });
      expect([code(refused), data(refused)]).toEqual([['onRegisterDevice', 4], { reason: 'invalid' }]);
    });

    it('are ten at most', async () => {
      const phone = await phoneOf();
      for (let count = 0; count < 10; count++) await registerDevice(mobile.running, phone.user.sub);
      const refused = await phone[way]('RegisterDevice', await registration(phone, way));
      expect([code(refused), data(refused)]).toEqual([['onRegisterDevice', 4], { reason: 'too_many' }]);
    });

    it('are not found by others', async () => {
      const [mine, theirs] = [await phoneOf(), await phoneOf()];
      const { deviceId } = await registerDevice(mobile.running, theirs.user.sub);
      for (const id of [deviceId, newId(), 'x', '%00', "'"]) {
        for (const call of [mine[way]('RemoveDevice', [id]), mine[way]('UpdateDevice', [id, 'Mine', ''])]) {
          expect(data(await call)).toEqual({ reason: 'unknown' });
        }
      }
      expect(await mobile.running.app.get(Devices).list(theirs.user)).toHaveLength(1);
    });
  });

  it('tell what their maker says of their key, also in the evidence of their answers', async () => {
    const phone = await phoneOf();
    const device = new TestDevice();
    const asked = await registration(phone, 'byHttp', device);
    const { nonce } = decodeJwt<{ nonce: string }>(asked.proof);
    const stolen = await mobile.maker.androidKey(new TestDevice().publicKey, nonce);
    const refused = await phone.byHttp('RegisterDevice', { ...asked, attestation: stolen });
    expect(told(refused)).toBe('4 signature');
    const attestation = await mobile.maker.androidKey(device.publicKey, nonce);
    const registered = await phone.byHttp('RegisterDevice', { ...asked, attestation });
    [phone.device, phone.deviceId] = [device, dataOf(registered).device_id];
    const path = `/v1/users/${phone.user.userId}/devices/${phone.deviceId}`;
    const verdict = { format: 'android-key', verdict: 'verified', protection: 'strongbox', app: 'com.example.bank' };
    const checkedAt = expect.stringMatching(/Z$/);
    expect((await mobile.portal.get(path)).body.attestation).toEqual({ ...verdict, checkedAt });

    const uuid = await ask(phone.user, { ds_required: true });
    const signature = await signed(phone, uuid, 'accept');
    expect(told(await phone.byHttp('UpdateNotification', [uuid, 'accept']))).toBe('4 signature');
    await phone.byHttp('UpdateNotification', { notificationID: uuid, response: 'accept', signature });
    const { evidence } = await statusOf(uuid);
    const { format, ...statement } = attestation;
    expect(evidence.device.attestation).toEqual({ ...verdict, format, statement, checked_at: checkedAt });
    const keys = { keys: await mobile.running.app.get(EvidenceKeys).published() };
    const report = await checkEvidence(JSON.stringify(evidence), keys);
    expect(report).toMatchObject({ valid: true, facts: { attestation: verdict } });
    evidence.device.attestation.protection = 'tee';
    expect((await checkEvidence(JSON.stringify(evidence), keys)).valid).toBe(false);
  });
});
