import { Database, UnitOfWork } from '../../../src/shared/persistence/index.js';
import { ExpirySweep } from '../../../src/notifications/upkeep/expiry-sweep.service.js';
import { Devices, UserErased, UserLockout, type UserRef } from '../../../src/users/contract/index.js';
import { startTestApplication } from '../../support/application.js';
import { DAY } from '../../support/clock.js';
import { performJob } from '../../support/jobs.js';
import { addressee, newNotification, seeded, storedNotification } from '../../support/notifications.js';
import { poison, setAsideOf } from '../../support/poison.js';
import { shared, until, uuidOf } from './shared.js';

const run = { id: 'test', attempt: 1, signal: new AbortController().signal };
const statusOf = async (uuid: string) => (await storedNotification(shared.running, uuid)).status;
const becomes = (uuid: string, status: string) => until(async () => (await statusOf(uuid)) === status);
const ask = async (user: UserRef, fields: object = {}) =>
  uuidOf(await shared.portal.post('/v1/notifications', newNotification(user.userId, fields)));
const setStatus = (user: UserRef, status: string) => shared.portal.put(`/v1/users/${user.userId}/status`, { status });
const audited = (uuid: string) =>
  shared.running.app
    .get(Database)
    .rows<{ kind: string; details: { status?: string } }>(
      `SELECT kind, details FROM shared.audit_entry WHERE details->>'notificationUuid' = $1 ORDER BY id`,
      [uuid],
    );

const discardBlocked = (sub: string, since: Date) =>
  performJob(shared.running.app, 'notifications/discard-blocked', { sub, since: since.toISOString() });

/** More of the same, with ids of the same time. */
const COPIED = `
  INSERT INTO notifications.notification
  SELECT made.* FROM notifications.notification n, generate_series(1, $2::int) AS i, jsonb_populate_record(n,
    jsonb_build_object('msg_id', n.msg_id || '-' || i, 'notification_uuid',
      left(n.notification_uuid::text, 24) || lpad(to_hex(i), 12, '0'))) AS made
  WHERE n.notification_uuid = $1`;

describe('Closing notifications', () => {
  let jane: UserRef;
  beforeAll(async () => {
    jane = await addressee(shared.running);
  });

  describe('Time', () => {
    const ago = (seconds: number) => new Date(Date.now() - seconds * 1_000);

    it('closes what is overdue, and nothing else', async () => {
      const overdue = await seeded(shared.running, jane, { createdAt: ago(20), expiresInSeconds: 15 });
      const open = await seeded(shared.running, jane);
      await becomes(overdue.notificationUuid, 'EXPIRED');
      expect(await statusOf(open.notificationUuid)).toBe('ACTIVE');
      expect(await audited(overdue.notificationUuid)).toEqual([
        { kind: 'notifications.notification-created', details: expect.anything() },
        {
          kind: 'notifications.notification-closed',
          details: { notificationUuid: overdue.notificationUuid, status: 'EXPIRED' },
        },
      ]);
    });

    it('is shared by sweeps that run at once: each row is closed once', async () => {
      const user = await addressee(shared.running);
      const made = await Promise.all(
        Array.from({ length: 30 }, () => seeded(shared.running, user, { createdAt: ago(20), expiresInSeconds: 15 })),
      );
      const sweep = shared.running.app.get(ExpirySweep);
      await Promise.all([sweep.sweep(), sweep.sweep(), sweep.sweep()]);
      for (const { notificationUuid } of made) {
        await becomes(notificationUuid, 'EXPIRED');
        expect(await audited(notificationUuid)).toHaveLength(2);
      }
    });

    it('closes the others when one cannot be closed', async () => {
      const user = await addressee(shared.running);
      const db = shared.running.app.get(Database);
      const poisoned = await seeded(shared.running, user, { createdAt: ago(13), expiresInSeconds: 15 });
      const heal = await poison(db, 'notifications.notification', 'notification_uuid', poisoned.notificationUuid);
      const others = await Promise.all(
        [1, 2, 3].map(() => seeded(shared.running, user, { createdAt: ago(13), expiresInSeconds: 15 })),
      );
      for (const { notificationUuid } of others) await becomes(notificationUuid, 'EXPIRED');
      await until(async () => (await setAsideOf(db, 'notifications/expire')).length === 1);
      expect(await statusOf(poisoned.notificationUuid)).toBe('ACTIVE');
      await heal();
      await db.rows(`UPDATE shared.set_aside SET until = now() - interval '1 minute'`);
    });

    it('is kept by several processes together', async () => {
      const other = await startTestApplication({ database: shared.running.database });
      try {
        const user = await addressee(shared.running);
        const uuids: string[] = [];
        for (let n = 0; n < 60; n++) {
          uuids.push(
            (await seeded(shared.running, user, { createdAt: ago(20), expiresInSeconds: 15 })).notificationUuid,
          );
        }
        for (const uuid of uuids) {
          await becomes(uuid, 'EXPIRED');
          expect(await audited(uuid)).toHaveLength(2);
        }
      } finally {
        await other.close();
      }
    });

    it('leaves to whoever holds a row what it makes of it, and closes the others meanwhile', async () => {
      const [held, other] = [
        await seeded(shared.running, jane, { createdAt: ago(5), expiresInSeconds: 15 }),
        await seeded(shared.running, jane, { createdAt: ago(5), expiresInSeconds: 15 }),
      ];
      const holder = await shared.running.database.connect();
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM notifications.notification WHERE notification_uuid = $1 FOR UPDATE', [
        held.notificationUuid,
      ]);
      await becomes(other.notificationUuid, 'EXPIRED');
      expect(await statusOf(held.notificationUuid)).toBe('ACTIVE');
      await holder.query('COMMIT');
      await holder.end();
      await becomes(held.notificationUuid, 'EXPIRED');
    });
  });

  describe('A user who leaves', () => {
    it.each(['RESET', 'DELETED', 'BLOCKED'])('has what was open discarded by %s', async (status) => {
      const user = await addressee(shared.running);
      const uuids = [await ask(user), await ask(user, { ds_required: true })];
      await setStatus(user, status);
      for (const uuid of uuids) await becomes(uuid, 'DISCARD');
    });

    it('keeps what was open when PAUSED', async () => {
      const user = await addressee(shared.running);
      const uuid = await ask(user);
      await setStatus(user, 'PAUSED');
      await setStatus(user, 'UNPAUSE');
      expect(await statusOf(uuid)).toBe('ACTIVE');
    });

    it('keeps it for a day after wrong attempts, if nobody lets them back', async () => {
      const user = await addressee(shared.running);
      const uuid = await ask(user);
      await shared.running.app.get(UserLockout).block(user.sub);
      const db = shared.running.app.get(Database);
      const waiting = () =>
        db.rows<{ dueAt: Date }>(
          `SELECT due_at AS "dueAt" FROM shared.job WHERE kind = 'notifications/discard-blocked' AND dedupe_key = $1`,
          [user.sub],
        );
      await until(async () => (await waiting()).length === 1);
      const [{ dueAt } = { dueAt: new Date(0) }] = await waiting();
      expect(Math.abs(dueAt.getTime() - Date.now() - DAY)).toBeLessThan(60_000);
      await discardBlocked(user.sub, new Date());
      expect(await statusOf(uuid)).toBe('ACTIVE');
      await discardBlocked(user.sub, new Date(Date.now() - DAY - 1_000));
      expect(await statusOf(uuid)).toBe('DISCARD');
    });

    it('keeps it when they are back before the day is over', async () => {
      const user = await addressee(shared.running);
      const uuid = await ask(user);
      await shared.running.app.get(UserLockout).block(user.sub);
      await setStatus(user, 'UNBLOCK');
      await discardBlocked(user.sub, new Date(Date.now() - DAY - 1_000));
      expect(await statusOf(uuid)).toBe('ACTIVE');
    });
  });

  describe('The last device that could sign', () => {
    it('takes along what must be signed when it is removed', async () => {
      const user = await addressee(shared.running);
      const [signed, other] = [await ask(user, { ds_required: true }), await ask(user)];
      const [device] = await shared.running.app.get(Devices).list(user);
      await shared.portal.delete(`/v1/users/${user.userId}/devices/${device!.deviceId}`);
      await becomes(signed, 'DISCARD');
      expect(await statusOf(other)).toBe('ACTIVE');
    });

    it('does so when it is blocked', async () => {
      const user = await addressee(shared.running);
      const signed = await ask(user, { ds_required: true });
      const [device] = await shared.running.app.get(Devices).list(user);
      await shared.portal.patch(`/v1/users/${user.userId}/devices/${device!.deviceId}`, { blocked: true });
      await becomes(signed, 'DISCARD');
    });
  });

  describe('What was altered in the database', () => {
    const alterations: [string, string][] = [
      ['the content', `content = replace(content, 'Pay?', 'Get?')`],
      [
        'the content and its digest',
        `content = replace(content, 'Pay?', 'Get?'), content_digest = translate(encode(sha256(convert_to(replace(content, 'Pay?', 'Get?'), 'UTF8')), 'base64'), '+/=', '-_')`,
      ],
      ['whether it must be signed', 'ds_required = NOT ds_required'],
      ['the time of its end', `expiry_at = expiry_at + interval '1 day'`],
      ['the user', `sub = gen_random_uuid()`],
      ['the enterprise’s id of the user', `user_id = 'mallory'`],
      ['the msg_id', `msg_id = msg_id || '2'`],
      ['the seal', `seal = replace(seal, '.', '.A')`],
    ];
    const alter = async (uuid: string, change: string) => {
      await shared.running.app
        .get(Database)
        .rows(`UPDATE notifications.notification SET ${change} WHERE notification_uuid = $1`, [uuid]);
    };

    it.each(alterations)('is TAMPERED when it is looked at: %s', async (_what, change) => {
      const { notificationUuid: uuid } = await seeded(shared.running, jane);
      await alter(uuid, change);
      const looked = await shared.portal.get(`/v1/notifications/${uuid}`);
      expect([looked.status, looked.body.status]).toEqual([200, 'TAMPERED']);
      const closed = (await audited(uuid)).find(({ kind }) => kind === 'notifications.notification-closed');
      expect(closed?.details).toMatchObject({ status: 'TAMPERED' });
    });

    it('is left alone by a list, and found by the sweep', async () => {
      const { notificationUuid: uuid } = await seeded(shared.running, jane);
      const { notificationUuid: sound } = await seeded(shared.running, jane);
      await alter(uuid, alterations[0]![1]);
      await shared.portal.get('/v1/notifications');
      expect(await statusOf(uuid)).toBe('ACTIVE');
      await performJob(shared.running.app, 'notifications/check-seals', {}, run);
      expect([await statusOf(uuid), await statusOf(sound)]).toEqual(['TAMPERED', 'ACTIVE']);
    });

    it('cannot be cancelled any more once it is found', async () => {
      const { notificationUuid: uuid } = await seeded(shared.running, jane);
      await alter(uuid, alterations[0]![1]);
      await shared.portal.get(`/v1/notifications/${uuid}`);
      const refused = await shared.portal.post(`/v1/notifications/${uuid}/cancel`);
      expect([refused.status, refused.body.code, refused.body.from]).toEqual([
        409,
        'notifications/finished',
        'TAMPERED',
      ]);
    });
  });

  describe('What is kept', () => {
    it('goes after its retention, and not before', async () => {
      const user = await addressee(shared.running);
      const old = await seeded(shared.running, user, {
        createdAt: new Date(Date.now() - 401 * DAY),
        expiresInSeconds: 15,
      });
      const kept = await seeded(shared.running, user, {
        createdAt: new Date(Date.now() - 399 * DAY),
        expiresInSeconds: 15,
      });
      await becomes(old.notificationUuid, 'EXPIRED');
      await becomes(kept.notificationUuid, 'EXPIRED');
      await shared.running.app.get(Database).rows(COPIED, [old.notificationUuid, 1_200]);
      await performJob(shared.running.app, 'notifications/remove-old', {}, run);
      expect((await shared.portal.get(`/v1/notifications/${old.notificationUuid}`)).status).toBe(404);
      expect((await shared.portal.get(`/v1/notifications/${kept.notificationUuid}`)).status).toBe(200);
      const left = 'SELECT notification_uuid AS id FROM notifications.notification WHERE sub = $1';
      expect(await shared.running.app.get(Database).rows(left, [user.sub])).toEqual([{ id: kept.notificationUuid }]);
    });

    it('goes when its user is erased', async () => {
      const user = await addressee(shared.running);
      const uuids = [await ask(user), await ask(user)];
      await shared.portal.post(`/v1/notifications/${uuids[0]!}/cancel`);
      const { sub, enterpriseId, test } = user;
      const erased = new UserErased({ sub, enterpriseId, test });
      await shared.running.app.get(UnitOfWork).run((tx) => {
        tx.record(erased);
        return Promise.resolve();
      });
      const isGone = async (uuid: string) => (await shared.portal.get(`/v1/notifications/${uuid}`)).status === 404;
      for (const uuid of uuids) await until(() => isGone(uuid));
    });

    it('is exported when it is about a person', async () => {
      const user = await addressee(shared.running);
      const uuid = await ask(user);
      const { body } = await shared.portal.get(`/v1/users/${user.userId}/export`);
      expect(body.notifications).toEqual([
        expect.objectContaining({
          notification_uuid: uuid,
          content: expect.objectContaining({ actions: expect.anything() }),
        }),
      ]);
    });
  });
});
