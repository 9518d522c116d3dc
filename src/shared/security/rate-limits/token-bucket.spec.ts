import fc from 'fast-check';
import { BucketSize, TokenBucket } from './token-bucket.js';

const bucketOf = (perSecond: number, burst: number): TokenBucket =>
  new TokenBucket('anyone', new BucketSize({ name: 'client', perSecond, burst }));

describe('TokenBucket', () => {
  it('lets the burst pass at once and then refuses', () => {
    const bucket = bucketOf(100, 3);
    const taken = [1, 2, 3, 4].map(() => bucket.take(1, 0));
    expect(taken.map(({ allowed }) => allowed)).toEqual([true, true, true, false]);
    expect(taken.map(({ remaining }) => remaining)).toEqual([2, 1, 0, 0]);
  });

  it('gets one token back every 1/rate seconds, and never more than the burst', () => {
    const bucket = bucketOf(100, 3);
    for (let i = 0; i < 3; i += 1) bucket.take(1, 0);
    expect(bucket.take(1, 9).allowed).toBe(false);
    expect(bucket.take(1, 10).allowed).toBe(true);
    expect(bucket.take(1, 11).allowed).toBe(false);
    expect(bucket.take(1, 3_600_000).remaining).toBe(2);
  });

  it('says when everything is back, and when a refused request would pass', () => {
    const bucket = bucketOf(0.5, 10);
    expect(bucket.take(10, 0)).toEqual({ allowed: true, remaining: 0, resetSeconds: 20, retryAfterSeconds: 0 });
    expect(bucket.take(3, 1_000)).toEqual({ allowed: false, remaining: 0, resetSeconds: 19, retryAfterSeconds: 5 });
    expect(bucket.take(3, 6_000)).toEqual({ allowed: true, remaining: 0, resetSeconds: 20, retryAfterSeconds: 0 });
  });

  it('takes the whole burst for a cost above it, and nothing for a refused one', () => {
    const bucket = bucketOf(1, 10);
    expect(bucket.take(5_000, 0)).toMatchObject({ allowed: true, remaining: 0 });
    expect(bucket.take(5_000, 9_999)).toMatchObject({ allowed: false, remaining: 9 });
    expect(bucket.take(9, 9_999).allowed).toBe(true);
  });

  it('goes into debt for what others let pass, but not deeper than one burst', () => {
    const bucket = bucketOf(1, 10);
    bucket.charge(15, 0);
    expect(bucket.take(1, 0)).toEqual({ allowed: false, remaining: 0, resetSeconds: 15, retryAfterSeconds: 6 });
    bucket.charge(1_000, 0);
    expect(bucket.take(1, 0)).toEqual({ allowed: false, remaining: 0, resetSeconds: 20, retryAfterSeconds: 11 });
    expect(bucket.take(1, 10_999).allowed).toBe(false);
    expect(bucket.take(1, 11_000).allowed).toBe(true);
  });

  it('is as before when what was taken is given back, and never above the burst', () => {
    const bucket = bucketOf(1, 10);
    bucket.take(4, 0);
    bucket.take(3, 0);
    bucket.giveBack(3);
    expect(bucket.take(0, 0).remaining).toBe(6);
    bucket.take(500, 10_000);
    bucket.giveBack(500);
    bucket.take(2, 10_000);
    bucket.giveBack(2); // given back after the bucket has refilled by itself
    expect(bucket.take(0, 60_000).remaining).toBe(10);
    expect(bucket.unreported).toBe(4);
  });

  it('remembers what it let pass for the other processes, and not what they let pass', () => {
    const bucket = bucketOf(1, 10);
    bucket.take(4, 0);
    bucket.charge(3, 0);
    bucket.take(9, 0);
    expect(bucket.unreported).toBe(4);
  });

  it('never lets more pass in any time than the burst and what came back in it', () => {
    const steps = fc.array(fc.record({ wait: fc.nat({ max: 5_000 }), cost: fc.integer({ min: 1, max: 40 }) }), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 500, noNaN: true }),
        fc.integer({ min: 1, max: 50 }),
        steps,
        (rate, burst, all) => {
          const bucket = bucketOf(rate, burst);
          let [now, model] = [0, burst];
          for (const { wait, cost } of all) {
            now += wait;
            model = Math.min(burst, model + (wait * rate) / 1000);
            const { allowed, remaining, retryAfterSeconds } = bucket.take(cost, now);
            const wanted = Math.min(cost, burst);
            // If the difference is within the rounding error of the model, either result is correct.
            if (Math.abs(model - wanted) > 1e-6) expect(allowed).toBe(model > wanted);
            if (allowed) model -= wanted;
            expect(Math.abs(remaining - model)).toBeLessThan(1 + 1e-6);
            expect(retryAfterSeconds > 0).toBe(!allowed);
          }
        },
      ),
    );
  });

  it('lets a refused request pass after the time that it named', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.1, max: 500, noNaN: true }),
        fc.integer({ min: 1, max: 50 }),
        fc.nat(100),
        (rate, burst, debt) => {
          const bucket = bucketOf(rate, burst);
          bucket.charge(debt, 0);
          const { retryAfterSeconds } = bucket.take(burst, 0);
          expect(bucket.take(burst, retryAfterSeconds * 1000).allowed || retryAfterSeconds === 0).toBe(true);
        },
      ),
    );
  });
});
