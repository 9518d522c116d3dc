import { setTimeout as sleep } from 'node:timers/promises';
import { NotificationClosed } from '../contract/index.js';
import { CreateNotification } from '../requests/create-notification.service.js';
import { EraseNotifications } from './erase-notifications.job.js';
import { EraseWithUser } from './user-changes.handlers.js';
import { GrantDevices } from '../mobile/operations/grant-devices.service.js';
import { UserErased } from '../../users/contract/index.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';
import { newId, Tenant } from '../../shared/kernel/index.js';
import { Database, UnitOfWork } from '../../shared/persistence/index.js';
import { DAY } from '../../../test/support/clock.js';
import { waiting } from '../../../test/support/held-locks.js';
import { addressee, seeded } from '../../../test/support/notifications.js';
import { shared } from '../../../test/e2e/notifications/shared.js';

describe('A notification that is closed with others', () => {
  it.each(['expire', 'discard'] as const)('tells by %s whether there is a callback to make', async (action) => {
    const user = await addressee(shared.running);
    const upkeep = shared.running.app.get(NotificationUpkeepRepository, { strict: false });
    const closed = async (callbackUrl: string | null) => {
      const { notificationUuid } = await seeded(shared.running, user, { callbackUrl });
      return shared.running.app.get(UnitOfWork).run(async (tx) => {
        const now = new Date(Date.now() + DAY);
        const locked =
          action === 'expire'
            ? await upkeep.lockOneOverdue(tx, Tenant.all('a test'), now, notificationUuid)
            : await upkeep.lockActiveOf(tx, { sub: user.sub, createdUntil: null, onlySigned: false }, 1);
        await upkeep.closeTogether(tx, locked, now, action);
        return tx.pending.events.map((event) => event instanceof NotificationClosed && event.payload.hasCallback);
      });
    };
    expect([await closed(null), await closed('https://bank.example/callback')]).toEqual([[false], [true]]);
  });
});

describe('The erasure of a user', () => {
  it('also removes the devices of their grants, and no others', async () => {
    const { app } = shared.running;
    const [erased, other] = [await addressee(shared.running), await addressee(shared.running)];
    const grants = app.get(GrantDevices, { strict: false });
    for (const { sub } of [erased, other])
      await app.get(UnitOfWork).run((tx) => grants.bind(tx, newId(), sub, newId()));
    await app.get(EraseWithUser, { strict: false }).handle(new UserErased(erased));
    const sql = 'SELECT sub FROM notifications.grant_device WHERE sub = ANY ($1::uuid[])';
    expect(await app.get(Database).rows(sql, [[erased.sub, other.sub]])).toEqual([{ sub: other.sub }]);
  });

  it('also removes a notification whose creation had not ended yet', async () => {
    const { app, database } = shared.running;
    const user = await addressee(shared.running);
    const db = await database.connect();
    let [begin, end] = [() => {}, () => {}];
    const hasBegun = new Promise<void>((resolve) => (begin = resolve));
    const mayEnd = new Promise<void>((resolve) => (end = resolve));
    const together = () => {
      begin();
      return mayEnd;
    };
    const request = {
      ...{ userId: user.userId, msgId: newId(), expiresInSeconds: 300, dsRequired: false },
      ...{ template: null, pushMessage: null, callbackUrl: null },
      actions: [{ label: 'Approve', action: 'accept', authlevel: 0 as const }],
      body: [{ lng: 'en', subject: 'Confirm your payment', message: 'Pay 25.00 EUR?' }],
    };
    const asker = { createdBy: null, kind: null, request: null, together };
    const tenant = Tenant.of(user.enterpriseId, user.test);
    const created = app.get(CreateNotification, { strict: false }).create(tenant, request, asker);
    await hasBegun;
    const run = { signal: new AbortController().signal };
    const erased = app.get(EraseNotifications, { strict: false }).perform({ sub: user.sub }, run);
    const isErased = erased.then(() => true);
    while (!(await Promise.race([isErased, waiting(db).then((count) => count > 0)]))) await sleep(5);
    end();
    await Promise.all([created, erased]);
    await db.end();
    const sql = 'SELECT 1 FROM notifications.notification WHERE sub = $1';
    expect(await app.get(Database).rows(sql, [user.sub])).toEqual([]);
  });
});
