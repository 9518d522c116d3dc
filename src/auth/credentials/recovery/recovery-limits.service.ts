import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { networkOf } from '../../../shared/http/index.js';
import { currentContext, type Tenant } from '../../../shared/kernel/index.js';
import { BlindIndex, type RateLimiter, SharedLimits } from '../../../shared/security/index.js';

const PURPOSE = 'auth/recovery-limits';
const HOUR = 3_600;
const DAY = 86_400;

/**
 * Limits requests for recovery codes, across all processes. The response depends only on the name as typed, whether or
 * not it belongs to a user.
 */
@Injectable()
export class RecoveryLimits {
  readonly #ofNetworks: RateLimiter;
  readonly #ofEnterprises: RateLimiter;
  readonly #ofNames: readonly RateLimiter[];
  readonly #ofUsers: readonly RateLimiter[];

  constructor(
    limits: SharedLimits,
    private readonly index: BlindIndex,
    @Inject(CONFIG) config: Config,
  ) {
    const limiter = (name: string, burst: number, seconds: number): RateLimiter =>
      limits.limiter({ name: `recovery-${name}`, burst, perSecond: burst / seconds });
    this.#ofNetworks = limiter('network', config.recoveryCodesPerNetwork, HOUR);
    this.#ofEnterprises = limiter('enterprise', config.recoveryCodesPerEnterprise, HOUR);
    this.#ofNames = [limiter('name-hour', 3, HOUR), limiter('name-day', 8, DAY)];
    this.#ofUsers = [limiter('user-hour', 3, HOUR), limiter('user-day', 8, DAY)];
  }

  async admits(tenant: Tenant, login: string): Promise<boolean> {
    const address = currentContext()?.address;
    if (!(await taken(this.#ofNetworks, address ? networkOf(address) : 'unknown'))) return false;
    if (!(await allTaken(this.#ofNames, this.#nameOf(tenant, login)))) return false;
    return taken(this.#ofEnterprises, tenant.enterpriseId);
  }

  /**
   * Limits the requests for one user, under any of the user's login names. The response must not depend on the result.
   */
  admitsUser(sub: string | undefined, tenant: Tenant, login: string): Promise<boolean> {
    // Hashes the login name even if it belongs to a user, so that the duration is the same in both cases.
    const name = this.#nameOf(tenant, login);
    return allTaken(this.#ofUsers, sub ?? name);
  }

  #nameOf({ enterpriseId, test }: Tenant, login: string): string {
    return this.index.hash(JSON.stringify([enterpriseId, test, login]), PURPOSE);
  }
}

const taken = async (limiter: RateLimiter, key: string): Promise<boolean> => (await limiter.takeShared(key)).allowed;

async function allTaken(limiters: readonly RateLimiter[], key: string): Promise<boolean> {
  for (const limiter of limiters) if (!(await taken(limiter, key))) return false;
  return true;
}
