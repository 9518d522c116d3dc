import { generateKeyPairSync } from 'node:crypto';
import { newId } from '../../../src/shared/kernel/index.js';
import { checkEvidence } from '@countersign/evidence';
import { Discards } from '../../../src/notifications/upkeep/discards.service.js';
import { ExpirySweep } from '../../../src/notifications/upkeep/expiry-sweep.service.js';
import { Devices } from '../../../src/users/contract/index.js';
import { meetAt } from '../../support/held-locks.js';
import { Phone } from '../../support/phone.js';
import { callApi } from '../../support/tokens.js';
import { seenBy, signed } from '../../support/signed-answer.js';
import { alter, ask, dataOf, letPass, mobile, statusOf, told, ways, type Way } from './mobile.js';

const LOCK = 'SELECT 1 FROM notifications.notification WHERE notification_uuid = $1 FOR UPDATE';

describe('Answers', () => {
  let users = 0;
  const phoneOf = (claims = {}) => Phone.of(mobile.running, `answerer${users++}`, claims);
  const withDevice = async () => (await phoneOf()).registered();
  const published = async () => (await callApi(mobile.running, 'auth', 'GET', '/.well-known/evidence-keys.json')).body;

  describe.each(ways)('An answer %s', (way) => {
    it('closes the notification, by arguments in their order and by name', async () => {
      const phone = await phoneOf();
      for (const given of [
        (id: string) => [id, 'reject'],
        (id: string) => ({ notificationID: id, response: 'reject' }),
      ]) {
        const uuid = await ask(phone.user);
        expect((await phone[way]('UpdateNotification', given(uuid))).event).toEqual({
          event: 'onUpdateNotification',
          response: {
            StatusCode: 100,
            StatusMsg: 'Success',
            ResponseData: { status_code: 100, message: 'Success', notification_uuid: uuid, is_ds_verified: false },
          },
        });
        expect(await statusOf(uuid)).toMatchObject({
          ...{ status: 'UPDATED', action_response: 'reject', signing_status: 'NA', is_ds_verified: false },
          ...{ client_ip_address: '127.0.0.1', device_id: null },
        });
      }
    });

    it('that is not signed is that of the device which holds the grant', async () => {
      const grant = newId();
      const phone = await phoneOf({ gid: grant });
      const { nonce } = dataOf(await phone[way]('BeginDevice'));
      const device = (await phone.another().registered()).device!;
      await mobile.running.app
        .get(Devices)
        .remove(phone.user, (await mobile.running.app.get(Devices).list(phone.user))[0]!.deviceId);
      const proof = await device.proof({ sub: phone.user.sub, aud: mobile.running.config.mobileUrl, nonce });
      const registered = await phone[way]('RegisterDevice', ['Phone', 'ios', device.publicKey, proof, '']);
      const uuid = await ask(phone.user);
      await phone[way]('UpdateNotification', [uuid, 'accept']);
      expect(await statusOf(uuid)).toMatchObject({ device_id: dataOf(registered).device_id, signing_status: 'NA' });
    });

    it.each<[string, string, (phone: Phone) => Promise<string>]>([
      ['that is unknown', '4 unknown', () => Promise.resolve(newId())],
      ['whose id is none', '4 unknown', () => Promise.resolve("x' OR 1=1")],
      ['of another user', '4 unknown', async () => ask((await phoneOf()).user)],
      ['that was answered', '4 finished', (phone) => closed(phone, 'accept')],
      ['that was dismissed', '4 finished', (phone) => closed(phone, 'dismiss')],
      ['that was cancelled', '4 finished', (phone) => closed(phone, 'cancel')],
      ['that was tampered with', '4 tampered', (phone) => closed(phone, 'tamper')],
      ['whose time is over', '4 expired', (phone) => closed(phone, 'time')],
      ['that a sweep has closed', '4 expired', (phone) => closed(phone, 'sweep')],
      ['that was discarded', '4 finished', (phone) => closed(phone, 'discard')],
    ])('meets the notification as it is: one %s is %s', async (_what, outcome, prepare) => {
      const phone = await phoneOf();
      const uuid = await prepare(phone);
      for (const operation of ['UpdateNotification', 'BeginStepUp']) {
        expect(told(await phone[way](operation, [uuid, 'accept']))).toBe(outcome);
      }
      expect(told(await phone[way]('DismissNotification', [uuid]))).toBe(outcome);
    });

    it.each(['fraud', 'Accept', 'approve', 'constructor', '__proto__', 'ＡＣＣＥＰＴ'])(
      'is code 4 when it was not offered: %s',
      async (response) => {
        const phone = await phoneOf();
        const uuid = await ask(phone.user);
        expect(told(await phone[way]('UpdateNotification', [uuid, response]))).toBe('4 invalid');
        expect((await statusOf(uuid)).status).toBe('ACTIVE');
      },
    );

    it('makes a notification TAMPERED that was altered behind our back', async () => {
      for (const change of [
        `content = replace(content, '25.00', '99.00')`,
        `content = replace(content, '25.00', '99.00'), content_digest = 'x'`,
        `ds_required = NOT ds_required`,
        `expiry_at = expiry_at + interval '1 hour'`,
        `seal = 'x'`,
      ]) {
        const phone = await phoneOf();
        const uuid = await ask(phone.user);
        await alter(uuid, change);
        expect(told(await phone[way]('UpdateNotification', [uuid, 'accept']))).toBe('4 tampered');
        expect(await statusOf(uuid)).toMatchObject({ status: 'TAMPERED', action_response: 'NONE' });
        expect(told(await phone[way]('UpdateNotification', [uuid, 'accept']))).toBe('4 tampered');
      }
    });

    it('dismisses what nobody wants to answer', async () => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user);
      const { event } = await phone[way]('DismissNotification', [uuid]);
      expect(event).toMatchObject({
        event: 'onUpdateNotification',
        response: { StatusCode: 100, ResponseData: { status_code: 100, message: 'Success', notification_uuid: uuid } },
      });
      expect(await statusOf(uuid)).toMatchObject({ status: 'DISMISSED', action_response: 'NONE' });
    });
  });

  describe('Of two devices that answer at once', () => {
    it.each<[Way, Way]>([
      ['byHttp', 'byHttp'],
      ['byHttp', 'bySocket'],
      ['bySocket', 'bySocket'],
    ])('one wins, and the other is told that it is finished: %s and %s', async (first, second) => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user);
      const outcomes = await meetAt(mobile.running, { sql: LOCK, params: [uuid] }, [
        () => phone[first]('UpdateNotification', [uuid, 'accept']),
        () => phone.another()[second]('UpdateNotification', [uuid, 'reject']),
      ]);
      expect(outcomes.map(told).sort()).toEqual(['100', '4 finished']);
      const won = outcomes.findIndex((outcome) => told(outcome) === '100');
      expect((await statusOf(uuid)).action_response).toBe(['accept', 'reject'][won]);
    });

    it('one wins of ten', async () => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user);
      const answers = Array.from({ length: 8 }, () => () => phone.byHttp('UpdateNotification', [uuid, 'accept']));
      const outcomes = await meetAt(mobile.running, { sql: LOCK, params: [uuid] }, answers);
      expect(outcomes.map(told).sort()).toEqual(['100', ...Array(7).fill('4 finished')]);
    });

    it('nobody wins when the enterprise has cancelled before', async () => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user);
      const lock = {
        sql: `UPDATE notifications.notification SET status = 'CANCELLED' WHERE notification_uuid = $1`,
        params: [uuid],
      };
      const outcomes = await meetAt(mobile.running, lock, [() => phone.byHttp('UpdateNotification', [uuid, 'accept'])]);
      expect(outcomes.map(told)).toEqual(['4 finished']);
    });

    it('nobody wins when the time has passed while they waited', async () => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user);
      const lock = {
        sql: `UPDATE notifications.notification SET expiry_at = now() WHERE notification_uuid = $1`,
        params: [uuid],
      };
      const outcomes = await meetAt(mobile.running, lock, [() => phone.byHttp('UpdateNotification', [uuid, 'accept'])]);
      expect(outcomes.map(told)).toEqual(['4 expired']);
    });
  });

  describe.each(ways)('A signed answer %s', (way) => {
    const answer = async (phone: Phone, uuid: string, signature: unknown, response = 'accept') =>
      phone[way]('UpdateNotification', { notificationID: uuid, response, signature });

    it('is verified, and leaves evidence that anyone can verify', async () => {
      const phone = await withDevice();
      const body = [
        { lng: 'fr', subject: 'Virement', message: '90 € à Jón' },
        { lng: 'en', subject: 'Transfer', message: '90 € to Jón', label: { Approve: 'Yes' } },
        { lng: '🖖', subject: '…', message: '…' },
      ];
      const uuid = await ask(phone.user, { ds_required: true, body });
      const statement = await signed(phone, uuid, 'accept');
      const { event } = await answer(phone, uuid, statement);
      expect(event?.response.ResponseData).toEqual({
        ...{ status_code: 100, message: 'Success', notification_uuid: uuid, is_ds_verified: true },
      });
      const status = await statusOf(uuid);
      expect(status).toMatchObject({
        ...{ status: 'UPDATED', action_response: 'accept', is_ds_verified: true, signing_status: 'Verified' },
        ...{ device_id: phone.deviceId, evidence: { statement, device: { user_id: phone.user.userId } } },
      });
      const report = await checkEvidence(JSON.stringify(status.evidence), await published());
      expect(report).toMatchObject({
        valid: true,
        facts: { response: 'accept', notificationUuid: uuid, deviceId: phone.deviceId, userId: phone.user.userId },
      });
    });

    it('is verified where no signature is needed, too', async () => {
      const phone = await withDevice();
      const uuid = await ask(phone.user);
      await answer(phone, uuid, await signed(phone, uuid, 'reject'), 'reject');
      expect(await statusOf(uuid)).toMatchObject({ signing_status: 'Verified', action_response: 'reject' });
    });

    type Forge = (phone: Phone, uuid: string) => Promise<unknown>;
    const other = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const now = () => Math.floor(Date.now() / 1000);
    const unsigned = (header: object, claims: object) =>
      `${[header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.')}.`;

    it.each<[string, string, Forge]>([
      ['without a signature', '4 signature', () => Promise.resolve(undefined)],
      ['with an empty signature', '4 signature', () => Promise.resolve('')],
      ['with nonsense', '4 signature', () => Promise.resolve('a.b.c')],
      [
        'with alg none',
        '4 signature',
        (phone, uuid) => Promise.resolve(unsigned({ alg: 'none', kid: phone.deviceId }, { notification_uuid: uuid })),
      ],
      [
        'with a key of its own',
        '4 signature',
        (phone, uuid) =>
          signed(phone, uuid, 'accept', {
            key: other.privateKey,
            header: { jwk: other.publicKey.export({ format: 'jwk' }) },
          }),
      ],
      [
        'of an unknown device',
        '4 signature',
        (phone, uuid) => signed(phone, uuid, 'accept', { header: { kid: newId() } }),
      ],
      [
        'of a device whose id is none',
        '4 signature',
        (phone, uuid) => signed(phone, uuid, 'accept', { header: { kid: 'x' } }),
      ],
      [
        "of another user's device",
        '4 signature',
        async (_phone, uuid) => {
          const thief = await withDevice();
          return signed(thief, uuid, 'accept', { content_digest: 'x' });
        },
      ],
      ['from before five minutes', '4 signature', (phone, uuid) => signed(phone, uuid, 'accept', { iat: now() - 310 })],
      ['from the future', '4 signature', (phone, uuid) => signed(phone, uuid, 'accept', { iat: now() + 310 })],
      ['about another response', '4 signature', (phone, uuid) => signed(phone, uuid, 'reject')],
      [
        'about another notification',
        '4 signature',
        async (phone) => {
          const second = await ask(phone.user, { ds_required: true });
          return signed(phone, second, 'accept');
        },
      ],
      [
        'of a device whose id is in capitals',
        '4 signature',
        (phone, uuid) => signed(phone, uuid, 'accept', { header: { kid: phone.deviceId.toUpperCase() } }),
      ],
      ['from a part of a second', '4 signature', (phone, uuid) => signed(phone, uuid, 'accept', { iat: now() - 0.5 })],
      ['by another key', '4 signature', (phone, uuid) => signed(phone, uuid, 'accept', { key: other.privateKey })],
      [
        'by another key about another content',
        '4 signature',
        (phone, uuid) => signed(phone, uuid, 'accept', { key: other.privateKey, content_digest: 'x' }),
      ],
      [
        'with the signature of another statement',
        '4 signature',
        async (phone, uuid) => {
          const [head, body] = (await signed(phone, uuid, 'accept')).split('.');
          const [, , tail] = (await signed(phone, uuid, 'accept', { nonce: 'other' })).split('.');
          return `${head}.${body}.${tail}`;
        },
      ],
      [
        'with a signature of zeros',
        '4 signature',
        async (phone, uuid) => (await signed(phone, uuid, 'accept')).replace(/[^.]+$/, 'A'.repeat(86)),
      ],
      ['with one member more', '4 signature', (phone, uuid) => signed(phone, uuid, 'accept', { more: 1 })],
      ['with padding', '4 signature', async (phone, uuid) => `${await signed(phone, uuid, 'accept')}=`],
    ])('is told what is wrong, and changes nothing: %s is told %s', async (_what, outcome, forge) => {
      const phone = await withDevice();
      const uuid = await ask(phone.user, { ds_required: true });
      expect(told(await answer(phone, uuid, await forge(phone, uuid)))).toBe(outcome);
      expect(await statusOf(uuid)).toMatchObject({ status: 'ACTIVE', signing_status: 'NA' });
    });

    it('makes the notification TAMPERED when it is of another content: the device has shown it', async () => {
      const phone = await withDevice();
      const uuid = await ask(phone.user, { ds_required: true });
      const shown = 'n4bQgYhMfWWaL-qgxVrQFaO_TxsrC4Is0V1sFbDwCgg';
      const statement = await signed(phone, uuid, 'accept', { content_digest: shown });
      expect(told(await answer(phone, uuid, statement))).toBe('4 tampered');
      expect(await statusOf(uuid)).toMatchObject({
        ...{ status: 'TAMPERED', signing_status: 'Failed', is_ds_verified: false, action_response: 'NONE' },
        device_id: phone.deviceId,
      });
      expect((await statusOf(uuid)).evidence).toBeUndefined();
    });

    it('counts once: the same statement again is told that it is finished', async () => {
      const phone = await withDevice();
      const uuid = await ask(phone.user, { ds_required: true });
      const statement = await signed(phone, uuid, 'accept');
      expect(told(await answer(phone, uuid, statement))).toBe('100');
      expect(told(await answer(phone, uuid, statement))).toBe('4 finished');
      const second = await ask(phone.user, { ds_required: true });
      expect(told(await answer(phone, second, statement))).toBe('4 signature');
    });

    it('is refused to a device that was blocked or removed', async () => {
      for (const end of ['block', 'remove']) {
        const phone = await withDevice();
        await phone.another().registered();
        const uuid = await ask(phone.user, { ds_required: true });
        const path = `/v1/users/${phone.user.userId}/devices/${phone.deviceId}`;
        if (end === 'block') await mobile.portal.patch(path, { blocked: true });
        else await mobile.portal.delete(path);
        expect(told(await answer(phone, uuid, await signed(phone, uuid, 'accept')))).toBe('4 signature');
      }
    });

    it.each<[string, Forge]>([
      ['is malformed', () => Promise.resolve('a.b.c')],
      ['does not hold', (phone, uuid) => signed(phone, uuid, 'accept', { key: other.privateKey })],
    ])('that %s too often is told that it is too much', async (_what, forge) => {
      const phone = await withDevice();
      const uuid = await ask(phone.user, { ds_required: true });
      const outcomes = [];
      const forged = await forge(phone, uuid);
      for (let count = 0; count < 22; count++) outcomes.push(told(await answer(phone, uuid, forged)));
      expect(outcomes.slice(0, 20)).toEqual(Array(20).fill('4 signature'));
      expect(outcomes.at(-1)).toBe('39 too_many');
      expect(told(await answer(phone, uuid, await signed(phone, uuid, 'accept')))).toBe('100');
    });

    it('is about what the phone shows, whichever language that is', async () => {
      const phone = await withDevice();
      await mobile.portal.patch(`/v1/users/${phone.user.userId}`, { language: 'zh' });
      const body = ['de', 'zh', 'en', 'Ａ', '𝒶'].map((lng) => ({
        lng,
        subject: `In ${lng}`,
        message: '"\\ \u2028 é 😀',
      }));
      const uuid = await ask(phone.user, { ds_required: true, body });
      expect((await seenBy(phone, uuid)).body[0].lng).toBe('zh');
      expect(told(await answer(phone, uuid, await signed(phone, uuid, 'accept')))).toBe('100');
    });
  });
});

async function closed(phone: Phone, by: string): Promise<string> {
  const uuid = await ask(phone.user);
  if (by === 'accept') await phone.byHttp('UpdateNotification', [uuid, 'accept']);
  else if (by === 'dismiss') await phone.byHttp('DismissNotification', [uuid]);
  else if (by === 'cancel') await mobile.portal.post(`/v1/notifications/${uuid}/cancel`);
  else if (by === 'time') await letPass(uuid);
  else if (by === 'sweep') {
    await letPass(uuid);
    await mobile.running.app.get(ExpirySweep, { strict: false }).sweep();
    expect((await statusOf(uuid)).status).toBe('EXPIRED');
  } else if (by === 'discard') {
    const all = { createdUntil: null, onlySigned: false };
    await mobile.running.app.get(Discards, { strict: false }).run(phone.user.sub, () => Promise.resolve(all));
    expect((await statusOf(uuid)).status).toBe('DISCARD');
  } else {
    await alter(uuid, `seal = 'x'`);
    await phone.byHttp('UpdateNotification', [uuid, 'accept']);
  }
  return uuid;
}
