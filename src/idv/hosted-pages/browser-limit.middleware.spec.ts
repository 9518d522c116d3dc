import { KernelErrors } from '../../shared/kernel/index.js';
import { RateLimiter, type RatePolicy } from '../../shared/security/index.js';
import { BrowserLimit } from './browser-limit.middleware.js';

describe('The limit of a browser', () => {
  it('is that of all processes: what others let pass is asked for before much more passes', async () => {
    const limiter = (policy: RatePolicy): RateLimiter => {
      const one = new RateLimiter(policy, { now: () => 0 });
      one.exchangeNow = () => {
        one.applyForeign(new Map([...one.drainConsumed()].map(([key]) => [key, policy.burst])));
        return Promise.resolve(true);
      };
      return one;
    };
    const limit = new BrowserLimit({ secretOf: () => 'its cookie' } as never, { limiter } as never);
    const ask = () => new Promise((next) => limit.use({} as never, { setHeader: () => undefined } as never, next));
    const answers = await Promise.all(Array.from({ length: 200 }, ask));
    expect(answers[0]).toBeUndefined();
    expect(answers.at(-1)).toMatchObject({ kind: KernelErrors.tooManyRequests });
  });
});
