import { RateLimiter } from '../security/index.js';
import { rateLimitHeaders } from './rate-limits.js';

describe('rateLimitHeaders', () => {
  const policy = { name: 'client', perSecond: 100, burst: 1_000 };

  it('shows the policy and what is left of it', () => {
    const decision = new RateLimiter(policy, { now: () => 0 }).take('a');
    expect(rateLimitHeaders(decision, policy)).toEqual({
      'RateLimit-Policy': '"client";q=1000;w=10',
      RateLimit: '"client";r=999;t=1',
    });
  });

  it('says on a refusal, twice the same, when to come back', () => {
    const limiter = new RateLimiter(policy, { now: () => 0 });
    limiter.take('a', 1_000);
    expect(rateLimitHeaders(limiter.take('a', 250), policy)).toEqual({
      'RateLimit-Policy': '"client";q=1000;w=10',
      RateLimit: '"client";r=0;t=3',
      'Retry-After': '3',
    });
  });
});
