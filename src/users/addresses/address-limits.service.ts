import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config.js';
import { networkOf } from '../../shared/http/index.js';
import { currentContext } from '../../shared/kernel/index.js';
import { BlindIndex, type RateLimiter, SharedLimits } from '../../shared/security/index.js';

const HOUR = 3_600;
const DAY = 86_400;

/**
 * Limits how many mails are sent to addresses that users enter, across all processes, so that nobody can use the
 * service to flood a mailbox.
 */
@Injectable()
export class AddressLimits {
  readonly #limits: readonly (readonly [RateLimiter, (asked: Asked) => string])[];

  constructor(limits: SharedLimits, index: BlindIndex, @Inject(CONFIG) config: Config) {
    const limiter = (name: string, burst: number, seconds: number): RateLimiter =>
      limits.limiter({ name: `address-${name}`, burst, perSecond: burst / seconds });
    const byUser = ({ sub }: Asked) => sub;
    const byAddress = ({ address }: Asked) => index.hash(address.toLowerCase(), 'users/address-limits');
    const byNetwork = () => {
      const address = currentContext()?.address;
      return address ? networkOf(address) : 'unknown';
    };
    this.#limits = [
      [limiter('network', config.recoveryCodesPerNetwork, HOUR), byNetwork],
      [limiter('user-hour', 3, HOUR), byUser],
      [limiter('user-day', 8, DAY), byUser],
      [limiter('hour', 3, HOUR), byAddress],
      [limiter('day', 8, DAY), byAddress],
      [limiter('enterprise', config.recoveryCodesPerEnterprise, HOUR), ({ enterpriseId }) => enterpriseId],
    ];
  }

  async admits(asked: Asked): Promise<boolean> {
    for (const [limiter, keyOf] of this.#limits) if (!(await limiter.takeShared(keyOf(asked))).allowed) return false;
    return true;
  }
}

interface Asked {
  readonly sub: string;
  readonly enterpriseId: string;
  readonly address: string;
}
