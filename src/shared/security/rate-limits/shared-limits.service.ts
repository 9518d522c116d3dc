import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { RateLimiter, type RateLimiterOptions } from './rate-limiter.js';
import { type UsageExchange, PostgresUsage } from './postgres-usage.adapter.js';
import { Database } from '../../persistence/index.js';
import type { RatePolicy } from './token-bucket.js';
import { every } from '../../kernel/index.js';

export interface SharesLog {
  log(message: string): void;
  warn(message: string): void;
}

/**
 * `ASKED_EVERY_MS`: the minimum time between exchanges that calls trigger. `LONGEST_WAIT_MS`: the maximum time that a
 * call waits for an exchange.
 */
const ASKED_EVERY_MS = 50;
const LONGEST_WAIT_MS = 250;
/**
 * An idle process announces itself in every third exchange, which is every three seconds. That is often enough, because
 * an exchange reads the announcements of the last ten seconds.
 */
const SHOWN_EACH = 3;

/**
 * Shares rate limits between processes: every second, each process deducts what the others have allowed. A call that
 * would use much of its caller's limit triggers the exchange earlier and waits for it, unless this is the only process.
 * While the exchange fails, each process applies the limits on its own.
 */
export class RateShares {
  private readonly limiters = new Map<string, RateLimiter>();
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | undefined;
  private asked: Promise<boolean> | undefined;
  private failing = false;
  private exchanges = 0;
  private hasJoined = false;
  /** The time at which the last exchange began, if that exchange found no other process. Otherwise undefined. */
  private aloneAt: number | undefined;

  constructor(
    limiters: readonly RateLimiter[],
    private readonly usage: UsageExchange,
    private readonly log: SharesLog,
    private readonly everyMs = 1_000,
    private readonly askedEveryMs = ASKED_EVERY_MS,
  ) {
    for (const limiter of limiters) this.add(limiter);
  }

  add(limiter: RateLimiter): void {
    const { name } = limiter.policy;
    if (this.limiters.has(name)) throw new Error('Two rate policies have the same name');
    this.limiters.set(name, limiter);
    limiter.exchangeNow = () => this.ask();
  }

  /**
   * Announces this process, so that the others wait for its counts before they allow much. If this process is not
   * alone, waits until all others know of it: shortly after an exchange that found no other process, they still decide
   * without waiting.
   */
  async join(): Promise<void> {
    this.hasJoined = true;
    await this.reconcile();
    await this.reconcile(); // two processes that join at the same time may find each other only now
    if (this.aloneAt === undefined) await sleep(2 * this.askedEveryMs);
  }

  start(): void {
    this.timer ??= every(this.everyMs, () => void this.reconcile()).unref();
  }

  /** Stops sharing counts with the other processes. Resolves when the running exchange has ended. */
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

  /**
   * Exchanges counts for a call; concurrent calls share one exchange. Returns false if the call must be decided without
   * an exchange.
   */
  private async ask(): Promise<boolean> {
    if (this.failing) return false;
    const hasJustLooked = this.aloneAt !== undefined && performance.now() - this.aloneAt < this.askedEveryMs;
    this.asked ??= this.exchangeSoon(hasJustLooked).finally(() => (this.asked = undefined));
    return hasJustLooked ? false : this.asked;
  }

  private async exchangeSoon(hasJustLooked: boolean): Promise<boolean> {
    if (this.aloneAt === undefined || hasJustLooked) await sleep(this.askedEveryMs, undefined, { ref: false });
    const isInTime = await Promise.race([
      this.reconcile().then(() => true),
      sleep(LONGEST_WAIT_MS, false, { ref: false }),
    ]);
    return isInTime && !this.failing;
  }

  private async exchange(): Promise<void> {
    const began = performance.now();
    const shows = this.hasJoined && this.exchanges++ % SHOWN_EACH === 0;
    try {
      const { consumed, areThere } = await this.usage.exchange(this.drainConsumed(), shows);
      this.applyForeign(consumed);
      this.aloneAt = areThere || !this.hasJoined ? undefined : began;
      if (this.failing) this.log.log('Rate limits are shared between processes again.');
      this.failing = false;
    } catch (error) {
      // The counts of a failed exchange are dropped, because they would be outdated by the next exchange that succeeds.
      if (!this.failing) this.log.warn(`Rate limits count in this process alone: ${String(error)}`);
      this.failing = true;
      this.aloneAt = undefined;
      this.exchanges = 0; // the next exchange announces this process again
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

/** The rate limits of this application. One exchange a second covers all of them. */
@Injectable()
export class SharedLimits extends RateShares implements OnApplicationBootstrap, BeforeApplicationShutdown {
  constructor(db: Database) {
    super([], new PostgresUsage(db), new Logger(RateShares.name));
  }

  /** Creates a limiter. Call it once for each policy, while the application is being built. */
  limiter(policy: RatePolicy, options?: RateLimiterOptions): RateLimiter {
    const limiter = new RateLimiter(policy, options);
    this.add(limiter);
    return limiter;
  }

  /** Reads the counts of the other processes before this one accepts requests. */
  async onApplicationBootstrap(): Promise<void> {
    await this.join();
    this.start();
  }

  beforeApplicationShutdown(): Promise<void> {
    return this.stop();
  }
}
