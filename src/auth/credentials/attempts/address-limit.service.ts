import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { networkOf } from '../../../shared/http/limits/network-of.js';
import { KernelErrors } from '../../../shared/kernel/kernel.errors.js';
import { currentContext } from '../../../shared/kernel/request-context.js';
import type { RateLimiter } from '../../../shared/security/rate-limits/rate-limiter.js';
import { SharedLimits } from '../../../shared/security/rate-limits/shared-limits.service.js';

/** One address may try so many passwords and codes, whomever it tries them for: else it would try one for each user. */
@Injectable()
export class AddressLimit {
  readonly #limiter: RateLimiter;

  constructor(@Inject(CONFIG) { loginAddressRate, loginAddressBurst }: Config, limits: SharedLimits) {
    this.#limiter = limits.limiter({
      name: 'login-address',
      perSecond: loginAddressRate / 60,
      burst: loginAddressBurst,
    });
  }

  take(): void {
    const address = currentContext()?.address;
    const { allowed, retryAfterSeconds } = this.#limiter.take(address ? networkOf(address) : 'unknown');
    if (!allowed) throw KernelErrors.tooManyRequests(undefined, { retryAfterSeconds });
  }
}
