/** The limit of one caller: `perSecond` in the long run, and `burst` at once after a rest. */
export interface RatePolicy {
  /** Shown in the headers. It also identifies the limit when processes share their counts. */
  readonly name: string;
  readonly perSecond: number;
  readonly burst: number;
}

export interface RateDecision {
  readonly allowed: boolean;
  /** How many more requests would pass now. */
  readonly remaining: number;
  /** Until the whole burst is available again. */
  readonly resetSeconds: number;
  /** Until this request would pass, or 0 when it did. */
  readonly retryAfterSeconds: number;
}

export function checkPolicy({ name, perSecond, burst }: RatePolicy): void {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new RangeError(`A rate policy cannot be named "${name}"`);
  if (!(perSecond > 0 && burst >= 1)) throw new RangeError(`The rate policy "${name}" would let nothing pass`);
}

/**
 * The fields of draft-ietf-httpapi-ratelimit-headers-11. A token bucket has no window, so the time in which it fills up
 * stands in. On a refusal `t` equals Retry-After, as the draft asks.
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
