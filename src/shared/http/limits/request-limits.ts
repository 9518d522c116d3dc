import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import type { RateLimiter } from '../../security/rate-limits/rate-limiter.js';
import { SharedLimits } from '../../security/rate-limits/shared-limits.service.js';

/** How much one caller may ask, in all processes together. */
@Injectable()
export class RequestLimits {
  readonly perCaller: RateLimiter;
  readonly perAddress: RateLimiter;

  constructor(@Inject(CONFIG) config: Config, limits: SharedLimits) {
    this.perCaller = limits.limiter({ name: 'client', perSecond: config.rateLimit, burst: config.rateBurst });
    this.perAddress = limits.limiter({
      name: 'address',
      perSecond: config.addressRateLimit,
      burst: config.addressRateBurst,
    });
  }
}
