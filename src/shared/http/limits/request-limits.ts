import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CONFIG, type Config } from '../../../config.js';
import { Database } from '../../persistence/database.js';
import { PostgresUsage } from '../../security/rate-limits/postgres-usage.adapter.js';
import { RateLimiter } from '../../security/rate-limits/rate-limiter.js';
import { RateShares } from '../../security/rate-limits/rate-shares.service.js';

/** How much one caller may ask, in all processes together. */
@Injectable()
export class RequestLimits implements OnApplicationBootstrap, BeforeApplicationShutdown {
  readonly perCaller: RateLimiter;
  readonly perAddress: RateLimiter;
  readonly #shares: RateShares;

  constructor(@Inject(CONFIG) config: Config, db: Database) {
    this.perCaller = new RateLimiter({ name: 'client', perSecond: config.rateLimit, burst: config.rateBurst });
    this.perAddress = new RateLimiter({
      name: 'address',
      perSecond: config.addressRateLimit,
      burst: config.addressRateBurst,
    });
    const log = new Logger(RateShares.name);
    this.#shares = new RateShares([this.perCaller, this.perAddress], new PostgresUsage(db), log);
  }

  onApplicationBootstrap(): void {
    this.#shares.start();
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.#shares.stop();
  }
}
