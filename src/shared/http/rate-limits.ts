import type { ServerResponse } from 'node:http';
import { isIPv6 } from 'node:net';
import { Inject, Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Request, Response } from 'express';
import { CONFIG, type Config } from '../../config.js';
import { type RateDecision, type RateLimiter, type RatePolicy, SharedLimits } from '../security/index.js';
import { KernelErrors, type Middleware } from '../kernel/index.js';
import { callerOf, type Known } from './request-context.js';
import { plainAddress } from './trusted-proxies.js';

export interface Rate {
  readonly perSecond: number;
  readonly burst: number;
}

/**
 * Port: the rate limit of an enterprise, or `null` if it has no limit of its own. Implementations return it from a
 * cache, because it is needed for every request.
 */
export abstract class EnterpriseRates {
  abstract of(enterpriseId: string): Promise<Rate | null>;
}

/** The rate limiters for requests: per caller, per enterprise and per address. All processes share the counts. */
@Injectable()
export class RequestLimits {
  readonly perCaller: RateLimiter;
  /** The limit on all clients of an enterprise together, so that adding clients does not allow more requests. */
  readonly perEnterprise: RateLimiter;
  readonly perAddress: RateLimiter;

  constructor(@Inject(CONFIG) config: Config, limits: SharedLimits) {
    this.perCaller = limits.limiter({ name: 'client', perSecond: config.rateLimit, burst: config.rateBurst });
    const { enterpriseRateLimit: perSecond, enterpriseRateBurst: burst } = config;
    // An enterprise's bucket is never dropped: with a slow limit, it may not be full after the default idle time.
    this.perEnterprise = limits.limiter({ name: 'enterprise', perSecond, burst }, { idleMs: Infinity });
    this.perAddress = limits.limiter({
      name: 'address',
      perSecond: config.addressRateLimit,
      burst: config.addressRateBurst,
    });
  }
}

/**
 * Counts a request, and refuses it if it exceeds the limit. `showsHeaders` adds the rate limit headers to the response.
 */
export async function enforceLimit(
  limiter: RateLimiter,
  key: string,
  response: ServerResponse,
  showsHeaders: boolean,
): Promise<void> {
  apply(await limiter.takeShared(key), limiter.policy, response, showsHeaders);
}

function apply(decision: RateDecision, policy: RatePolicy, response: ServerResponse, showsHeaders: boolean): void {
  const { allowed, retryAfterSeconds } = decision;
  if (showsHeaders || !allowed) {
    const headers = rateLimitHeaders(decision, policy);
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  }
  if (!allowed) throw KernelErrors.tooManyRequests(undefined, { retryAfterSeconds });
}

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers-11. A token bucket has no window, so `w` is the time that an
 * empty bucket takes to refill. When a request is refused, `t` equals Retry-After, so that both headers state the same
 * time.
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

/**
 * Limits the requests of each client, and of each user of a client separately, because all users of an app share one
 * client. A further limit applies to all clients of an enterprise together; it does not count requests of users. Runs
 * directly after the guard that identifies the caller, so that a refused request causes no work in other guards or the
 * route.
 */
@Injectable()
export class CallerLimit implements CanActivate {
  constructor(
    private readonly limits: RequestLimits,
    private readonly rates: EnterpriseRates,
  ) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const http = context.switchToHttp();
    const request = http.getRequest<Request>();
    const caller = callerOf(request);
    if (caller) {
      const response = http.getResponse<Response>();
      const showsHeaders = request.surface?.name === 'management';
      const { perCaller, perEnterprise } = this.limits;
      apply(await perCaller.takeShared(caller.join('/')), perCaller.policy, response, showsHeaders);
      const { enterpriseId, sub } = request.user as Known;
      if (typeof enterpriseId === 'string' && !sub) {
        const policy = { ...perEnterprise.policy, ...(await this.rates.of(enterpriseId)) };
        apply(await perEnterprise.takeShared(enterpriseId, policy), policy, response, false);
      }
    }
    return true;
  }
}

/**
 * The key under which requests from an IP address are counted: the address itself, or its IPv6 /64, because one
 * subscriber can use all addresses in a /64.
 */
export function networkOf(given: string): string {
  const address = plainAddress(given);
  if (!isIPv6(address)) return address;
  const [plain = ''] = address.split('%', 1);
  const [head = '', tail] = plain.split('::');
  const before = groupsIn(head);
  const after = tail === undefined ? [] : groupsIn(tail);
  const zeros = Array<string>(Math.max(0, 8 - before.length - after.length)).fill('0');
  const groups = [...before, ...zeros, ...after].slice(0, 4);
  return `${groups.map((group) => Number.parseInt(group, 16).toString(16)).join(':')}::/64`;
}

/** Splits a part of an IPv6 address into its groups. An IPv4 address at the end counts as two groups. */
const groupsIn = (text: string): string[] =>
  text.split(':').flatMap((group) => (group === '' ? [] : group.includes('.') ? ['0', '0'] : [group]));

/** Limits the requests of each address, with or without a token, before any expensive work. Probes are not counted. */
export const limitAddresses =
  ({ perAddress }: RequestLimits): Middleware =>
  ({ surface, context }, response, next) => {
    if (surface?.name === 'ops' || !context?.address) next();
    else
      enforceLimit(perAddress, networkOf(context.address), response, surface?.name === 'management').then(
        () => next(),
        next,
      );
  };
