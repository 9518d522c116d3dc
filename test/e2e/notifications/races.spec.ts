import type { UserRef } from '../../../src/users/contract/index.js';
import { meetAt } from '../../support/held-locks.js';
import { addressee, newNotification, seeded, storedNotification } from '../../support/notifications.js';
import { Notification } from '../../../src/notifications/notification/notification.entity.js';
import { NotificationRepository } from '../../../src/notifications/notification/notification.repository.js';
import { UnitOfWork } from '../../../src/shared/persistence/index.js';
import { shared, until, uuidOf } from './shared.js';

const post = (user: UserRef, fields: object) => () =>
  shared.portal.post('/v1/notifications', newNotification(user.userId, fields));
/** The lock under which notifications of one user are created. */
const creatingFor = ({ sub }: UserRef) => ({
  sql: 'SELECT pg_advisory_xact_lock(1179541, hashtext($1))',
  params: [sub],
});
const rowOf = (uuid: string) => ({
  sql: 'SELECT 1 FROM notifications.notification WHERE notification_uuid = $1 FOR UPDATE',
  params: [uuid],
});
const statusOf = async (uuid: string) => (await storedNotification(shared.running, uuid)).status;

/** As a device answers: under the row's lock. */
const answer = (uuid: string, user: UserRef) => () =>
  shared.running.app.get(UnitOfWork).run(async (tx) => {
    const notifications = shared.running.app.get(NotificationRepository);
    const notification = await notifications.lockOfUser(tx, user.sub, uuid);
    if (!(notification instanceof Notification)) throw new Error('No such notification');
    try {
      notification.answer(
        {
          response: 'accept',
          signatureVerified: false,
          stepUpDone: false,
          deviceId: null,
          clientIp: null,
          evidence: null,
        },
        new Date(),
      );
    } catch (error) {
      return (error as Error).name;
    }
    await notifications.save(tx, notification);
    return 'answered';
  });

describe('Races about notifications', () => {
  let jane: UserRef;
  beforeAll(async () => {
    jane = await addressee(shared.running);
  });

  it('two requests with one msg_id at once create one notification, and both are told', async () => {
    const fields = { msg_id: 'twins' };
    const answers = await meetAt(shared.running, creatingFor(jane), [post(jane, fields), post(jane, fields)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 201]);
    expect(uuidOf(answers[0]!)).toBe(uuidOf(answers[1]!));
  });

  it('one of two requests with one msg_id for two users at once is refused', async () => {
    const john = await addressee(shared.running);
    const lock = { sql: 'LOCK TABLE notifications.notification IN SHARE MODE' };
    const answers = await meetAt(shared.running, lock, [
      post(jane, { msg_id: 'strangers' }),
      post(john, { msg_id: 'strangers' }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  });

  it('one of the 200th and the 201st at once is refused, and told when to come again', async () => {
    const user = await addressee(shared.running);
    for (let n = 0; n < 199; n++) await seeded(shared.running, user);
    const answers = await meetAt(shared.running, creatingFor(user), [post(user, {}), post(user, {})]);
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 429]);
    const refused = answers.find(({ status }) => status === 429);
    expect([refused?.body.code, refused?.headers.get('retry-after')]).toEqual(['notifications/too-many-active', '60']);
  });

  it('one of a cancel and an answer at once holds', async () => {
    const { notificationUuid: uuid } = await seeded(shared.running, jane);
    const cancel = () => shared.portal.post(`/v1/notifications/${uuid}/cancel`).then(({ status }) => String(status));
    const [answered, cancelled] = await meetAt(shared.running, rowOf(uuid), [answer(uuid, jane), cancel]);
    const outcome = [answered, cancelled, await statusOf(uuid)];
    expect([
      ['answered', '409', 'UPDATED'],
      ['notifications/finished', '200', 'CANCELLED'],
    ]).toContainEqual(outcome);
  });

  it('the first of two answers at once counts', async () => {
    const { notificationUuid: uuid } = await seeded(shared.running, jane);
    const answers = await meetAt(shared.running, rowOf(uuid), [answer(uuid, jane), answer(uuid, jane)]);
    expect(answers.sort()).toEqual(['answered', 'notifications/finished']);
  });

  it('an answer that waits until the time is over is too late, whether a sweep has run or not', async () => {
    const createdAt = new Date(Date.now() - 14_500);
    const { notificationUuid: uuid } = await seeded(shared.running, jane, { createdAt, expiresInSeconds: 15 });
    const holder = await shared.running.database.connect();
    await holder.query('BEGIN');
    await holder.query(rowOf(uuid).sql, rowOf(uuid).params);
    const answered = answer(uuid, jane)();
    await new Promise((resolve) => setTimeout(resolve, 600));
    await holder.query('COMMIT');
    await holder.end();
    expect(['notifications/expired', 'notifications/finished']).toContain(await answered);
    await until(async () => (await statusOf(uuid)) === 'EXPIRED');
  });

  it('a request that waits while its user is BLOCKED is refused', async () => {
    const user = await addressee(shared.running);
    const holder = await shared.running.database.connect();
    await holder.query('BEGIN');
    await holder.query(creatingFor(user).sql, creatingFor(user).params);
    const created = post(user, {})();
    const db = await shared.running.database.connect();
    await until(async () => {
      const { rows } = await db.query(
        `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`,
      );
      return rows.length > 0;
    });
    await shared.portal.put(`/v1/users/${user.userId}/status`, { status: 'BLOCKED' });
    await holder.query('COMMIT');
    expect((await created).body.code).toBe('notifications/user-not-active');
    await Promise.all([holder.end(), db.end()]);
  });
});
