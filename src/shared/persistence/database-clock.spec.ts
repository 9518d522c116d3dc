import { DatabaseClock } from './database-clock.js';
import type { Database } from './database.js';

const MEASURED_EVERY_MS = 10_000;

/** A database that answers late, and whose clock is ahead of ours. */
const database = { ahead: 0, answersAfter: 0 };

async function clockOf(): Promise<DatabaseClock> {
  const one = () => {
    const now = Date.now() + database.ahead;
    jest.advanceTimersByTime(database.answersAfter);
    return Promise.resolve({ now });
  };
  const clock = new DatabaseClock({ one } as unknown as Database);
  await clock.onModuleInit();
  return clock;
}

describe('DatabaseClock', () => {
  let clock: DatabaseClock;
  beforeEach(async () => {
    jest.useFakeTimers();
    Object.assign(database, { ahead: 3_000, answersAfter: 100 }); // slow, as on a busy machine
    clock = await clockOf();
    Object.assign(database, { answersAfter: 0 });
  });
  afterEach(() => {
    clock.beforeApplicationShutdown();
    jest.useRealTimers();
  });

  const ahead = () => clock.now().getTime() - Date.now();

  it('goes by the time of the database', () => {
    expect(Math.abs(ahead() - 3_000)).toBeLessThanOrEqual(50);
  });

  it('takes a better measurement, and does not go back for it', async () => {
    database.ahead = 2_920;
    const before = clock.now().getTime();
    await jest.advanceTimersByTimeAsync(MEASURED_EVERY_MS - 1);
    const last = clock.now().getTime();
    await jest.advanceTimersByTimeAsync(1);
    expect([last > before, clock.now().getTime() >= last]).toEqual([true, true]);
    await jest.advanceTimersByTimeAsync(100);
    expect(Math.round(ahead())).toBe(2_920);
  });

  it('follows a database whose clock is set back', async () => {
    clock.now();
    database.ahead = -3_600_000;
    await jest.advanceTimersByTimeAsync(MEASURED_EVERY_MS);
    expect(Math.round(ahead())).toBe(-3_600_000);
  });
});
