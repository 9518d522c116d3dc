import { type RateDecision, type RatePolicy } from './rate-policy.js';

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-11. A bucket has no window; the nearest is the time in which it fills
 * up. On a refusal `t` says the same as Retry-After, as the draft asks.
 */
export function rateLimitHeaders(decision: RateDecision, policy: RatePolicy): Record<string, string> {
  const { allowed, remaining, resetSeconds, retryAfterSeconds } = decision;
  const window = Math.ceil(policy.burst / policy.perSecond);
  return {
    'RateLimit-Policy': `"${policy.name}";q=${policy.burst};w=${window}`,
    RateLimit: `"${policy.name}";r=${remaining};t=${allowed ? resetSeconds : retryAfterSeconds}`,
    ...(!allowed && { 'Retry-After': String(retryAfterSeconds) }),
  };
}
