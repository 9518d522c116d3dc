import type { Response } from 'express';
import { KernelErrors } from '../../kernel/kernel.errors.js';
import { rateLimitHeaders } from '../../security/rate-limits/rate-limit-headers.js';
import type { RateLimiter } from '../../security/rate-limits/rate-limiter.js';

/** Counts a request; beyond the limit it is refused. The answer tells what is left, where the contract promises it. */
export function demandWithinLimit(limiter: RateLimiter, key: string, response: Response, tells: boolean): void {
  const decision = limiter.take(key);
  const { allowed, retryAfterSeconds } = decision;
  if (tells || !allowed) response.set(rateLimitHeaders(decision, limiter.policy));
  if (!allowed) throw KernelErrors.tooManyRequests(undefined, { retryAfterSeconds });
}
