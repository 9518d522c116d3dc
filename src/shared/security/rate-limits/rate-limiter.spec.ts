import { RateLimiter } from './rate-limiter.js';

describe('RateLimiter', () => {
  let now = 0;
  const limiter = (burst: number, capacity = 1_000) =>
    new RateLimiter({ name: 'client', perSecond: 1, burst }, { capacity, now: () => now });
  const takeTimes = (from: RateLimiter, key: string, times: number): boolean[] =>
    Array.from({ length: times }, () => from.take(key).allowed);

  beforeEach(() => {
    now = 0;
  });

  it('limits each caller for itself', () => {
    const limits = limiter(2);
    expect(takeTimes(limits, 'a', 3)).toEqual([true, true, false]);
    expect(takeTimes(limits, 'b', 1)).toEqual([true]);
    now = 1_000;
    expect(takeTimes(limits, 'a', 2)).toEqual([true, false]);
  });

  it('never forgets a bucket before it is full', () => {
    const limits = limiter(10);
    const takeOthersUntil = (end: number): void => {
      for (; now < end; now += 500) limits.take(`other ${now}`);
    };
    takeOthersUntil(9_500);
    limits.applyForeign(new Map([['a', 20]]));
    takeOthersUntil(29_000);
    expect(limits.take('a')).toMatchObject({ allowed: true, remaining: 8 });
  });

  it('stays within its capacity in a flood of distinct callers', () => {
    const limits = limiter(10);
    for (let i = 0; i < 20_000; i += 1) limits.take(`flood ${i}`);
    expect(limits.remembered).toBeLessThanOrEqual(1_000);
  });

  it('keeps a caller that is being refused through a flood of others', () => {
    const limits = limiter(10);
    takeTimes(limits, 'attacker', 10);
    for (let i = 0; i < 5_000; i += 1) {
      limits.take(`flood ${i}`);
      if (i % 400 === 0) expect(limits.take('attacker').allowed).toBe(false);
    }
  });

  it('gives a caller another policy, in which what is missing stays missing', async () => {
    const limits = limiter(10);
    takeTimes(limits, 'a', 8);
    const wide = { name: 'client', perSecond: 2, burst: 20 };
    expect(await limits.takeShared('a', wide)).toMatchObject({ remaining: 11, resetSeconds: 5 });
    expect(await limits.takeShared('a')).toMatchObject({ remaining: 0, resetSeconds: 10 });
    expect(await limits.takeShared('b')).toMatchObject({ remaining: 9 });
  });

  it('tells what it let pass, once, and never what it refused or what others let pass', () => {
    const limits = limiter(3);
    takeTimes(limits, 'a', 5);
    limits.take('b', 2);
    limits.applyForeign(new Map([['c', 3]]));
    expect(limits.drainConsumed()).toEqual(new Map([['a', 3], ['b', 2]])); // oxfmt-ignore
    expect(limits.drainConsumed()).toEqual(new Map());
  });

  it('tells nothing of what was given back in time, and the negative of what had been told', () => {
    const limits = limiter(3);
    takeTimes(limits, 'a', 3);
    limits.giveBack('a', 3);
    expect(limits.drainConsumed()).toEqual(new Map());
    takeTimes(limits, 'a', 3);
    expect(limits.drainConsumed()).toEqual(new Map([['a', 3]]));
    limits.giveBack('a', 2);
    expect(limits.drainConsumed()).toEqual(new Map([['a', -2]]));
    expect(takeTimes(limits, 'a', 3)).toEqual([true, true, false]);
  });

  it('does not tell of callers far from their limit until it adds up', () => {
    const limits = limiter(1_000);
    takeTimes(limits, 'a', 19);
    expect(limits.drainConsumed()).toEqual(new Map());
    limits.take('a');
    expect(limits.drainConsumed()).toEqual(new Map([['a', 20]]));
  });

  it('tells of many callers over several exchanges', () => {
    const limits = limiter(1, 10_000);
    for (let i = 0; i < 4_500; i += 1) limits.take(`caller ${i}`);
    const told = [1, 2, 3, 4].map(() => limits.drainConsumed());
    expect(told.map(({ size }) => size)).toEqual([2_000, 2_000, 500, 0]);
    expect(new Set(told.flatMap((consumed) => [...consumed.keys()])).size).toBe(4_500);
  });

  it('remembers no more of what nobody asks for than its capacity', () => {
    const limits = limiter(1);
    for (let i = 0; i < 20_000; i += 1) limits.take(`flood ${i}`);
    let told = 0;
    for (let size = -1; size !== 0; told += size) size = limits.drainConsumed().size;
    expect(told).toBe(1_000);
  });

  it('deducts what other processes let pass', () => {
    const limits = limiter(10);
    limits.applyForeign(new Map([['a', 9]]));
    expect(takeTimes(limits, 'a', 2)).toEqual([true, false]);
  });

  it('refuses a policy that makes no sense', () => {
    expect(() => new RateLimiter({ name: 'x"y', perSecond: 1, burst: 1 })).toThrow('cannot be named');
    expect(() => new RateLimiter({ name: 'x', perSecond: 0, burst: 1 })).toThrow('nothing pass');
    expect(() => new RateLimiter({ name: 'x', perSecond: 1, burst: NaN })).toThrow('nothing pass');
  });
});
