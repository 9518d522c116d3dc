import { NotificationClosed } from '../contract/index.js';
import { NotificationUpkeepRepository } from './notification-upkeep.repository.js';
import { Tenant } from '../../shared/kernel/index.js';
import { UnitOfWork } from '../../shared/persistence/index.js';
import { DAY } from '../../../test/support/clock.js';
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
