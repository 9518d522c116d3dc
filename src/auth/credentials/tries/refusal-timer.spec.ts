import { setTimeout as sleep } from 'node:timers/promises';
import { RefusalTimer } from './refusal-timer.js';

const MS = 1_000_000n;

describe('RefusalTimer', () => {
  let now = 0n;
  beforeEach(() => {
    now = 0n;
    // Each reading of the clock takes 10 µs.
    jest.spyOn(process.hrtime, 'bigint').mockImplementation(() => (now += 10_000n));
  });
  afterEach(() => jest.restoreAllMocks());

  const passing = async (ms: bigint): Promise<void> => {
    await sleep(0);
    now += ms * MS;
  };

  it.each([
    [0n, 50n],
    [4n, 50n],
    [46n, 50n],
    [51n, 100n],
    [149n, 150n],
  ])('answers after %i ms of work %i ms after the beginning', async (work, end) => {
    const timer = new RefusalTimer();
    await passing(work);
    await timer.wait();
    expect(now / MS).toBe(end);
  });

  it('leaves out what takes the same for every user, also where it fails', async () => {
    const timer = new RefusalTimer();
    await timer.leaveOut(() => passing(70n));
    await expect(timer.leaveOut(() => passing(7n).then(() => Promise.reject(new Error('full'))))).rejects.toThrow();
    await passing(10n);
    await timer.wait();
    expect(now / MS).toBe(127n);
  });
});
