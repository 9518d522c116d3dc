import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { Database } from '../../persistence/database.js';
import { PostgresUsage } from './postgres-usage.adapter.js';
import { RateLimiter } from './rate-limiter.js';
import type { RatePolicy } from './rate-policy.js';
import { RateShares } from './rate-shares.service.js';

/** The limits of this application, whoever asks for them: one exchange a second carries them all. */
@Injectable()
export class SharedLimits extends RateShares implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(db: Database) {
    super([], new PostgresUsage(db), new Logger(RateShares.name));
  }

  /** To be called when the application is put together, once for each policy. */
  limiter(policy: RatePolicy): RateLimiter {
    const limiter = new RateLimiter(policy);
    this.add(limiter);
    return limiter;
  }

  onApplicationBootstrap(): void {
    this.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }
}
