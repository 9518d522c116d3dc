import { BlindIndex } from '../../shared/security/index.js';
import { MetricsRegistry } from '../../shared/observability/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import { ExpirySweep } from '../upkeep/expiry-sweep.service.js';
import { AlterationAlarm } from './alteration-alarm.service.js';
import { SealStartRecord } from './seal-start-record.entity.js';
import { openSealStart, SealStart } from './seal-start.provider.js';
import { Phone } from '../../../test/support/phone.js';
import { signed } from '../../../test/support/signed-answer.js';
import { alter, ask, dataOf, letPass, mobile, statusOf, told, ways } from '../../../test/e2e/notifications/mobile.js';

/** Outcomes are sealed: of an altered row, only the status TAMPERED is shown. */
describe('Outcomes', () => {
  let users = 0;
  const phoneOf = async () => (await Phone.of(mobile.running, `outcome${users++}`)).registered();
  const nothing = { action_response: 'NONE', is_ds_verified: false, signing_status: 'NA', device_id: null };
  const rows = (sql: string, ...params: unknown[]): Promise<any[]> =>
    mobile.running.app.get(Database).rows(sql, params);

  /** Creates a notification, and answers it with a signature. */
  const answered = async (phone: Phone, response = 'reject') => {
    const uuid = await ask(phone.user, { ds_required: true });
    const signature = await signed(phone, uuid, response);
    expect(told(await phone.byHttp('UpdateNotification', { notificationID: uuid, response, signature }))).toBe('100');
    return uuid;
  };
  const listed = async ({ user }: Phone, uuid: string) => {
    const { body } = await mobile.portal.get(`/v1/notifications?user_id=${user.userId}`);
    return body.notifications.find((one: any) => one.notification_uuid === uuid);
  };
  const inHistory = async (phone: Phone, uuid: string) => {
    const outcome = await phone.byHttp('GetNotificationHistory', [
      0,
      '',
      1,
      '',
      '',
      'UPDATED,TAMPERED,CANCELLED,DISMISSED',
    ]);
    return dataOf(outcome).history.find((one: any) => one.notification_uuid === uuid);
  };
  const exported = async ({ user }: Phone, uuid: string) => {
    const { body } = await mobile.portal.get(`/v1/users/${user.userId}/export`);
    return body.notifications.find((one: any) => one.notification_uuid === uuid);
  };
  const alarms = async (part: string): Promise<number> => {
    const text = await mobile.running.app.get(MetricsRegistry).getSingleMetricAsString(METRIC);
    return Number(new RegExp(`${METRIC}\\{part="${part}"\\} (\\d+)`).exec(text)?.[1] ?? 0);
  };

  describe('A signed answer', () => {
    it('that nobody has altered reads as it was given, wherever it is read', async () => {
      const phone = await phoneOf();
      const uuid = await answered(phone);
      const sound = { status: 'UPDATED', action_response: 'reject', signing_status: 'Verified', is_ds_verified: true };
      expect(await statusOf(uuid)).toMatchObject({ ...sound, evidence: expect.anything() });
      expect(await listed(phone, uuid)).toMatchObject(sound);
      expect(await exported(phone, uuid)).toMatchObject(sound);
      expect(await inHistory(phone, uuid)).toMatchObject({
        ...{ status: 'UPDATED', action_performed: 'reject', signing_status: 'Verified' },
      });
    });

    it.each<[string, string]>([
      ['the answer', `action_response = 'accept'`],
      ['the state', `status = 'CANCELLED'`],
      [
        'the state and the answer',
        `status = 'DISMISSED', action_response = NULL, signing_status = 'NA', evidence = NULL`,
      ],
      ['the status of the signature', `signing_status = 'NA'`],
      ['the device', `device_id = gen_random_uuid()`],
      ['the address', `client_ip = '192.0.2.1'`],
      ['the time', `updated_at = updated_at + interval '1 second'`],
      ['the time, to one that is none', `updated_at = 'infinity'`],
      ['the evidence, which is gone', `evidence = NULL`],
      ['the evidence, which is none', `evidence = '5'`],
      ['the statement in the evidence', `evidence = jsonb_set(evidence, '{statement}', '"a.b.c"')`],
      ['the receipt in the evidence', `evidence = evidence - 'receipt'`],
      ['what was asked', `content = replace(content, '25.00', '99.00')`],
      ['what was asked, to nothing', `content = ''`],
      ['whom it was asked', `user_id = user_id || 'x'`],
      ['the seal of the question', `seal = replace(seal, '.', '.A')`],
      ['the seal of the outcome', `outcome_seal = replace(outcome_seal, '.', '.A')`],
      ['the seal of the outcome, which is gone', `outcome_seal = NULL`],
      ['the answer, and the seal of the outcome is gone', `action_response = 'accept', outcome_seal = NULL`],
      [
        'all, as if it were from before there were seals',
        `action_response = 'accept', outcome_seal = NULL, updated_at = '2020-01-01', created_at = '2020-01-01'`,
      ],
    ])('reads TAMPERED when somebody alters %s', async (what, change) => {
      const phone = await phoneOf();
      const uuid = await answered(phone);
      await alter(uuid, change);
      const [before] = await rows(
        'SELECT n::text AS text FROM notifications.notification n WHERE notification_uuid = $1',
        uuid,
      );
      const status = await statusOf(uuid);
      expect(status).toMatchObject({ status: 'TAMPERED', ...nothing });
      expect(status.evidence).toBeUndefined();
      expect(await exported(phone, uuid)).toMatchObject({ status: 'TAMPERED', ...nothing });
      // The enterprise's list does not read the content, so it cannot detect that the content was altered.
      if (!what.startsWith('what was asked'))
        expect(await listed(phone, uuid)).toMatchObject({ status: 'TAMPERED', ...nothing });
      expect(await inHistory(phone, uuid)).toMatchObject({
        ...{ status: 'TAMPERED', action_performed: 'NONE', signing_status: 'NA' },
      });
      const [after] = await rows(
        'SELECT n::text AS text FROM notifications.notification n WHERE notification_uuid = $1',
        uuid,
      );
      expect(after).toEqual(before);
    });

    it.each<[string, string]>([
      ['content', `evidence = jsonb_set(evidence, '{content,body,0,message}', '"Pay 1.00 EUR?"')`],
      ['device', `evidence = jsonb_set(evidence, '{device,user_id}', '"mallory"')`],
      ['content and device, which are gone', `evidence = evidence - 'content' - 'device'`],
      ['more of it', `evidence = evidence || '{"note":"trust me"}'`],
    ])('reads TAMPERED where its evidence is read, when somebody alters its %s', async (_what, change) => {
      const phone = await phoneOf();
      const uuid = await answered(phone);
      await alter(uuid, change);
      expect(await statusOf(uuid)).toMatchObject({ status: 'TAMPERED', ...nothing });
      expect(await exported(phone, uuid)).toMatchObject({ status: 'TAMPERED', ...nothing });
    });

    it('does not lend its seals to another row', async () => {
      const phone = await phoneOf();
      const [first, second] = [await answered(phone), await answered(phone, 'accept')];
      const columns = 'status, action_response, signing_status, device_id, client_ip, updated_at, evidence';
      for (const swapped of [`${columns}, outcome_seal`, `${columns}, outcome_seal, seal`, 'outcome_seal']) {
        const [target, source] = [await answered(phone), swapped === 'outcome_seal' ? second : first];
        await rows(
          `UPDATE notifications.notification SET (${swapped}) = (SELECT ${swapped} FROM notifications.notification
           WHERE notification_uuid = $2) WHERE notification_uuid = $1`,
          ...[target, source],
        );
        expect(await statusOf(target)).toMatchObject({ status: 'TAMPERED', ...nothing });
        expect(await listed(phone, target)).toMatchObject({ status: 'TAMPERED', ...nothing });
      }
    });

    it('raises an alarm if it has been altered: a figure with each look, one entry in the audit log', async () => {
      const phone = await phoneOf();
      const [uuid, other] = [await answered(phone), await answered(phone)];
      const before = [await alarms('outcome'), await alarms('evidence')];
      await alter(uuid, `action_response = 'accept'`);
      await alter(other, `evidence = evidence - 'device'`);
      await statusOf(uuid);
      await listed(phone, uuid);
      await statusOf(other);
      expect([await alarms('outcome'), await alarms('evidence')]).toEqual([before[0]! + 2, before[1]! + 1]);
      await mobile.running.app.get(AlterationAlarm, { strict: false }).beforeApplicationShutdown();
      const entries = await rows(
        `SELECT details FROM shared.audit_entry WHERE kind = 'notifications.alteration-found'
           AND details ->> 'notificationUuid' IN ($1, $2) ORDER BY id`,
        ...[uuid, other],
      );
      expect(entries.map(({ details }) => details)).toEqual([
        { notificationUuid: uuid, part: 'outcome' },
        { notificationUuid: other, part: 'evidence' },
      ]);
    });
  });

  describe('What is open', () => {
    it.each<[string, string]>([
      ['what is asked', `content = replace(content, '25.00', '99.00')`],
      ['what is asked, to nothing', `content = ''`],
      ['its digest', `content_digest = 'x'`],
      ['its time', `expiry_at = expiry_at + interval '1 hour'`],
      ['its time, to none', `expiry_at = 'infinity'`],
      ['that it must be signed', `ds_required = NOT ds_required`],
      ['its enterprise', `enterprise_id = 'another'`],
      ['its answer', `action_response = 'accept'`],
      ['the seal of its state', `outcome_seal = NULL`],
    ])('is in no list when somebody alters %s', async (_what, change) => {
      const phone = await phoneOf();
      const [sound, altered] = [await ask(phone.user), await ask(phone.user)];
      await alter(altered, change);
      for (const way of ways) {
        const { notifications, count } = dataOf(await phone[way]('GetNotifications', [0, '', 1, '', '']));
        expect(notifications.map((one: any) => one.notification_uuid)).toEqual([sound]);
        expect(count).toBe('1');
        expect(told(await phone[way]('UpdateNotification', [altered, 'accept']))).not.toBe('100');
      }
    });
  });

  describe('What is over', () => {
    const ends: [string, (phone: Phone, uuid: string) => Promise<unknown>][] = [
      ['cancelled', (_phone, uuid) => mobile.portal.post(`/v1/notifications/${uuid}/cancel`)],
      ['dismissed', (phone, uuid) => phone.byHttp('DismissNotification', [uuid])],
      ['expired', (_phone, uuid) => letPass(uuid).then(() => sweep())],
      ['answered', (phone, uuid) => phone.byHttp('UpdateNotification', [uuid, 'reject'])],
    ];
    const sweep = () => mobile.running.app.get(ExpirySweep, { strict: false }).sweep();

    it.each(ends)('cannot be turned into an answer when it was %s', async (_what, end) => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user);
      await end(phone, uuid);
      expect((await statusOf(uuid)).status).not.toMatch(/ACTIVE|TAMPERED/);
      await alter(uuid, `status = 'UPDATED', action_response = 'accept'`);
      expect(await statusOf(uuid)).toMatchObject({ status: 'TAMPERED', ...nothing });
      expect(await listed(phone, uuid)).toMatchObject({ status: 'TAMPERED', ...nothing });
    });

    const anew = `action_response = NULL, signing_status = 'NA', device_id = NULL, client_ip = NULL, evidence = NULL`;
    it.each<[string, string]>([
      ['by its state alone', `status = 'ACTIVE'`],
      ['as if nothing had been', `status = 'ACTIVE', ${anew}, updated_at = created_at`],
      ['without the seal', `status = 'ACTIVE', ${anew}, updated_at = created_at, outcome_seal = NULL`],
    ])('cannot be opened again: %s', async (_what, change) => {
      const phone = await phoneOf();
      const [one, two, three] = [await answered(phone), await answered(phone), await answered(phone)];
      for (const uuid of [one, two, three]) await alter(uuid, change);
      const signature = await signed(phone, one, 'accept');
      const again = { notificationID: one, response: 'accept', signature };
      expect(told(await phone.byHttp('UpdateNotification', again))).toBe('4 tampered');
      expect((await mobile.portal.post(`/v1/notifications/${two}/cancel`)).body.from).toBe('TAMPERED');
      expect(told(await phone.byHttp('DismissNotification', [three]))).toBe('4 tampered');
      for (const uuid of [one, two, three]) {
        expect(await statusOf(uuid)).toMatchObject({ status: 'TAMPERED', ...nothing });
        expect((await statusOf(uuid)).evidence).toBeUndefined();
      }
      // The evidence of the answer stays in the row for an investigation.
      if (change === `status = 'ACTIVE'`) {
        const [row] = await rows('SELECT evidence FROM notifications.notification WHERE notification_uuid = $1', one);
        expect(row.evidence).toMatchObject({ statement: expect.any(String), receipt: expect.any(String) });
      }
    });

    it('is not closed by a sweep as something else after it was opened again', async () => {
      const phone = await phoneOf();
      const uuid = await ask(phone.user);
      await letPass(uuid);
      await sweep();
      await alter(uuid, `status = 'ACTIVE'`);
      const sound = await ask(phone.user);
      await letPass(sound);
      await sweep();
      expect([(await statusOf(uuid)).status, (await statusOf(sound)).status]).toEqual(['TAMPERED', 'EXPIRED']);
    });
  });

  describe('What is from before outcomes were sealed', () => {
    const start = (): { since: Date } => mobile.running.app.get(SealStart, { strict: false });
    afterEach(() => void (start().since = new Date(0)));

    it('reads as it is, as far as it agrees with its evidence', async () => {
      const phone = await phoneOf();
      const uuid = await answered(phone);
      await alter(uuid, `outcome_seal = NULL`);
      expect((await statusOf(uuid)).status).toBe('TAMPERED');
      start().since = new Date(Date.now() + 60_000);
      const sound = { status: 'UPDATED', action_response: 'reject', signing_status: 'Verified' };
      expect([await statusOf(uuid), await listed(phone, uuid)]).toMatchObject([sound, sound]);
      await alter(uuid, `action_response = 'accept'`);
      expect([await statusOf(uuid), await listed(phone, uuid)]).toMatchObject([nothing, nothing]);
      await alter(uuid, `action_response = 'reject', evidence = NULL`);
      expect([await statusOf(uuid), await listed(phone, uuid)]).toMatchObject([nothing, nothing]);
    });

    it('may be closed by a process of the release before, and by one of this one is sealed', async () => {
      start().since = new Date(Date.now() + 60_000);
      const phone = await phoneOf();
      const [old, ours] = [await ask(phone.user), await ask(phone.user)];
      await alter(old, `status = 'CANCELLED', updated_at = now()`);
      expect((await statusOf(old)).status).toBe('CANCELLED');
      await mobile.portal.post(`/v1/notifications/${ours}/cancel`);
      await alter(ours, `status = 'DISMISSED'`);
      expect((await statusOf(ours)).status).toBe('TAMPERED');
    });

    it('ends at a time that is sealed by the first process, and at none when that was altered', async () => {
      const { app } = mobile.running;
      const index = app.get(BlindIndex, { strict: false });
      const records = app.get(Database).dataSource.getRepository(SealStartRecord);
      const opened = async (change: string) => {
        if (change) await rows(`UPDATE notifications.seal_start SET ${change}`);
        return (await openSealStart(records, app.get(UnitOfWork), index)).since.getTime();
      };
      const noted = async () =>
        (await rows(`SELECT FROM shared.audit_entry WHERE kind = 'notifications.outcomes-sealed'`)).length;
      const [before] = await rows('SELECT since, seal FROM notifications.seal_start');
      const entries = await noted();
      const soon = Math.floor(Date.now() / 1000 + 3_600) * 1000;
      expect(await opened(`since = to_timestamp(${soon / 1000}), seal = NULL`)).toBe(soon);
      expect(await opened('')).toBe(soon);
      expect(await noted()).toBe(entries + 1);
      expect(await opened(`since = since + interval '1 hour'`)).toBe(0);
      expect(await opened(`since = now() + interval '2 days', seal = NULL`)).toBe(0);
      await rows('DELETE FROM notifications.seal_start');
      expect(await opened('')).toBe(0);
      await rows('INSERT INTO notifications.seal_start (since, seal) VALUES ($1, $2)', before.since, before.seal);
      expect(await opened('')).toBe(before.since.getTime());
    });
  });
});

const METRIC = 'countersign_altered_notifications_total';
