import type { ServerResponse } from 'node:http';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import { rateLimitHeaders } from '../../security/rate-limits/rate-limit-headers.js';
import type { RateLimiter } from '../../security/rate-limits/rate-limiter.js';

/** Counts a request; beyond the limit it is refused. The answer tells what is left, where the contract promises it. */
export function demandWithinLimit(limiter: RateLimiter, key: string, response: ServerResponse, tells: boolean): void {
  const decision = limiter.take(key);
  const { allowed, retryAfterSeconds } = decision;
  if (tells || !allowed) {
    const headers = rateLimitHeaders(decision, limiter.policy);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  }
  if (!allowed) throw KernelErrors.tooManyRequests(undefined, { retryAfterSeconds });
}
