import { RecentMap } from './recent-map.js';
import { BucketSize, checkPolicy, type RateDecision, type RatePolicy, TokenBucket } from './token-bucket.js';

export interface RateLimiterOptions {
  /** Maximum number of callers to remember. If there are more, those that called least recently are dropped. */
  readonly capacity?: number;
  /** A monotonic clock in milliseconds. */
  readonly now?: () => number;
  /** How long to remember a caller that makes no requests. By default, until its bucket is certainly full. */
  readonly idleMs?: number;
}

/**
 * Maximum number of rate-limit keys in one exchange of counts between processes. The counts of the rest stay in this
 * process and are sent in the next exchange.
 */
const KEYS_AN_EXCHANGE = 2_000;

/**
 * Maximum number of exchanges of counts that one call may trigger. After that, the call is allowed or refused by the
 * counts that this process has.
 */
const MOST_ASKED = 20;

/**
 * Applies one policy to each caller, counting the requests to this process. `RateShares` adds the counts of other
 * processes.
 */
export class RateLimiter {
  private readonly buckets: RecentMap<TokenBucket>;
  private readonly size: BucketSize;
  private readonly capacity: number;
  private readonly now: () => number;
  private readonly unreportedBuckets = new Set<TokenBucket>();
  /**
   * Exchanges counts with other processes now. Returns false if that is impossible, as in this default. `RateShares`
   * replaces it with a real exchange.
   */
  exchangeNow: () => Promise<boolean> = () => Promise.resolve(false);

  constructor(
    readonly policy: RatePolicy,
    { capacity = 100_000, now = () => performance.now(), idleMs }: RateLimiterOptions = {},
  ) {
    checkPolicy(policy);
    this.size = new BucketSize(policy);
    this.capacity = capacity;
    this.now = now;
    // A bucket lacks at most the tokens of two bursts. So if it is unused for the time in which two bursts refill, it
    // is full and can be dropped.
    this.buckets = new RecentMap(capacity, idleMs ?? 2 * this.size.burstMs);
  }

  take(key: string, cost = 1): RateDecision {
    const now = this.now();
    const bucket = this.bucket(key, now);
    const decision = bucket.take(cost, now);
    this.report(bucket);
    return decision;
  }

  /**
   * Takes one token from a limit that is exact across all processes. If this process would have taken much of what is
   * left without reporting it, the call waits for the counts of the other processes. Calls far from the limit do not
   * wait. `policy` is for a caller with an individual limit.
   */
  async takeShared(key: string, policy: RatePolicy = this.policy): Promise<RateDecision> {
    this.hold(key, policy);
    for (let asked = 0; asked < MOST_ASKED && this.takesMuch(key); asked++) if (!(await this.exchangeNow())) break;
    return this.take(key);
  }

  /** Undoes an allowed `take`, for a request that turned out not to count. */
  giveBack(key: string, cost = 1): void {
    const bucket = this.bucket(key, this.now());
    bucket.giveBack(cost);
    this.report(bucket);
  }

  /**
   * Returns the tokens that this process has taken since the last call, by key. A number is negative if tokens were
   * given back after they had been published.
   */
  drainConsumed(): Map<string, number> {
    const consumed = new Map<string, number>();
    for (const bucket of this.unreportedBuckets) {
      if (consumed.size >= KEYS_AN_EXCHANGE) break;
      consumed.set(bucket.key, (consumed.get(bucket.key) ?? 0) + bucket.unreported);
      bucket.unreported = 0;
      this.unreportedBuckets.delete(bucket);
    }
    return consumed;
  }

  /** Deducts the tokens that other processes have taken. */
  applyForeign(consumed: ReadonlyMap<string, number>): void {
    const now = this.now();
    for (const [key, amount] of consumed) this.bucket(key, now).charge(amount, now);
  }

  /** The number of stored callers. */
  get remembered(): number {
    return this.buckets.size;
  }

  private hold(key: string, { perSecond, burst }: RatePolicy): void {
    const now = this.now();
    const bucket = this.bucket(key, now);
    const held = bucket.size.policy;
    if (held.perSecond === perSecond && held.burst === burst) return;
    bucket.resize(new BucketSize({ ...this.policy, perSecond, burst }), now);
    this.report(bucket);
  }

  private takesMuch(key: string): boolean {
    const now = this.now();
    const bucket = this.bucket(key, now);
    const left = bucket.left(now);
    return left >= 1 && bucket.unreported + 1 > Math.max(bucket.size.reportThreshold, left / 4);
  }

  private report(bucket: TokenBucket): void {
    if (Math.abs(bucket.unreported) < bucket.size.reportThreshold) this.unreportedBuckets.delete(bucket);
    else if (this.unreportedBuckets.size < this.capacity) this.unreportedBuckets.add(bucket);
  }

  private bucket(key: string, now: number): TokenBucket {
    return this.buckets.getOrAdd(key, now, () => new TokenBucket(key, this.size));
  }
}
