import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { RateLimiter } from './rate-limiter.js';
import { type UsageExchange, PostgresUsage } from './postgres-usage.adapter.js';
import { Database } from '../../persistence/index.js';
import type { RatePolicy } from './token-bucket.js';
import { every } from '../../kernel/index.js';

export interface SharesLog {
  log(message: string): void;
  warn(message: string): void;
}

/**
 * Makes one limit of the limits of all processes: every second each process deducts what the others have allowed.
 * Requests do not wait for it. While the exchange fails, every process limits on its own.
 */
export class RateShares {
  private readonly limiters = new Map<string, RateLimiter>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private failing = false;

  constructor(
    limiters: readonly RateLimiter[],
    private readonly usage: UsageExchange,
    private readonly log: SharesLog,
    private readonly everyMs = 1_000,
  ) {
    for (const limiter of limiters) this.add(limiter);
  }

  add(limiter: RateLimiter): void {
    const { name } = limiter.policy;
    if (this.limiters.has(name)) throw new Error('Two rate policies have the same name');
    this.limiters.set(name, limiter);
  }

  start(): void {
    this.timer ??= every(this.everyMs, () => void this.reconcile()).unref();
  }

  /** Resolves when no exchange is running any more. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
  }

  /** Runs one exchange, or returns the running one. */
  reconcile(): Promise<void> {
    this.running ??= this.exchange().finally(() => (this.running = undefined));
    return this.running;
  }

  private async exchange(): Promise<void> {
    try {
      this.applyForeign(await this.usage.exchange(this.drainConsumed()));
      if (this.failing) this.log.log('Rate limits are shared between processes again.');
      this.failing = false;
    } catch (error) {
      // Drained counts of a failed exchange are dropped: by the next success they would be old and count too much.
      if (!this.failing) this.log.warn(`Rate limits count in this process alone: ${String(error)}`);
      this.failing = true;
    }
  }

  private drainConsumed(): Map<string, number> {
    const all = [...this.limiters].flatMap(([name, limiter]) =>
      [...limiter.drainConsumed()].map(([key, amount]) => [`${name}/${key}`, amount] as const),
    );
    return new Map(all);
  }

  private applyForeign(consumed: ReadonlyMap<string, number>): void {
    for (const [name, limiter] of this.limiters) {
      const own = [...consumed].filter(([key]) => key.startsWith(`${name}/`));
      limiter.applyForeign(new Map(own.map(([key, amount]) => [key.slice(name.length + 1), amount])));
    }
  }
}

/** All limits of this application. One exchange a second covers them together. */
@Injectable()
export class SharedLimits extends RateShares implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(db: Database) {
    super([], new PostgresUsage(db), new Logger(RateShares.name));
  }

  /** Call it while the application is built, once for each policy. */
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
