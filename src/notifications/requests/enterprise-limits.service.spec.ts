import 'reflect-metadata';
import { KernelErrors, Tenant } from '../../shared/kernel/index.js';
import { RateLimiter } from '../../shared/security/index.js';
import { othersHaveTaken } from '../../../test/support/other-processes.js';
import { NotificationErrors } from '../contract/notifications.errors.js';
import { EnterpriseLimits } from './enterprise-limits.service.js';

const bank = Tenant.of('bank', false);

/** Limits for an enterprise whose number of active notifications in the database is `active`. */
function limitsOf({ active = 0, most = 100, burst = 1_000 } = {}) {
  const state = { active, counts: 0, at: 0, fails: false };
  const repository = {
    openCount: async () => {
      state.counts += 1;
      await Promise.resolve();
      if (state.fails) throw new Error('The database is away');
      return state.active;
    },
  };
  const settings = { notificationRate: 1, notificationBurst: burst, notificationsOpen: most };
  const limiters: RateLimiter[] = [];
  const shared = {
    limiter: (policy: any) => (limiters.push(new RateLimiter(policy, { now: () => state.at })), limiters.at(-1)),
  };
  const clock = { now: () => new Date(state.at) };
  const limits = new EnterpriseLimits(settings, repository as never, clock, shared as never);
  const admitted = async (tenant = bank, create = async (): Promise<void> => undefined): Promise<unknown> =>
    limits.creating(tenant, create).then(
      () => true,
      (error: unknown) => error,
    );
  return { state, admitted, limiter: limiters[0]! };
}

describe('An enterprise', () => {
  it('creates so many at once, live and test counted apart, and is told when to come again', async () => {
    const { admitted } = limitsOf({ burst: 2 });
    expect([await admitted(), await admitted()]).toEqual([true, true]);
    expect(await admitted()).toMatchObject({ kind: KernelErrors.tooManyRequests, extra: { retryAfterSeconds: 1 } });
    expect([await admitted(Tenant.of('bank', true)), await admitted(Tenant.of('shop', false))]).toEqual([true, true]);
  });

  it('has so many active ones, those that it creates meanwhile included', async () => {
    const { admitted } = limitsOf({ active: 97 });
    expect([await admitted(), await admitted(), await admitted()]).toEqual([true, true, true]);
    expect(await admitted()).toMatchObject({ kind: NotificationErrors.tooManyOpen, extra: { retryAfterSeconds: 60 } });
  });

  it('is counted in all processes, before much of what is left has gone', async () => {
    const { admitted, limiter } = limitsOf({ burst: 10 });
    limiter.exchangeNow = () => Promise.resolve(othersHaveTaken(limiter, 10));
    expect([await admitted(), await admitted()]).toEqual([true, true]);
    expect(await admitted()).toMatchObject({ kind: KernelErrors.tooManyRequests });
  });

  it('is not charged for what was not created', async () => {
    const { admitted } = limitsOf({ active: 98, burst: 2 });
    const failing = () => Promise.reject(new Error('There is no such user'));
    for (let n = 0; n < 5; n++)
      expect(await admitted(bank, failing)).toMatchObject({ message: 'There is no such user' });
    expect([await admitted(), await admitted()]).toEqual([true, true]);
    expect(await admitted()).toMatchObject({ kind: KernelErrors.tooManyRequests });
  });

  it('may go on soon after some were answered', async () => {
    const { admitted, state } = limitsOf({ active: 100 });
    expect(await admitted()).toMatchObject({ kind: NotificationErrors.tooManyOpen });
    Object.assign(state, { active: 50, at: 5_000 });
    expect(await admitted()).toBe(true);
  });

  it('is counted once a minute, and once for all who ask at once', async () => {
    const { admitted, state } = limitsOf();
    await Promise.all(Array.from({ length: 20 }, () => admitted()));
    state.at = 59_999;
    await admitted();
    expect(state.counts).toBe(1);
    state.at = 60_000;
    await Promise.all(Array.from({ length: 20 }, () => admitted()));
    expect(state.counts).toBe(2);
  });

  it('is counted anew after a count that failed', async () => {
    const { admitted, state } = limitsOf();
    state.fails = true;
    expect(await admitted()).toMatchObject({ message: 'The database is away' });
    state.fails = false;
    expect(await admitted()).toBe(true);
  });
});
