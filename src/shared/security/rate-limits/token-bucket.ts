/** The limit of one caller: `perSecond` in the long run, and `burst` at once after a rest. */
export interface RatePolicy {
  /** The name in the headers. It also identifies the limit when processes share their counts. */
  readonly name: string;
  readonly perSecond: number;
  readonly burst: number;
}

export interface RateDecision {
  readonly allowed: boolean;
  /** How many more requests would pass now. */
  readonly remaining: number;
  /** The time until the whole burst is available again. */
  readonly resetSeconds: number;
  /** The time until this request would pass, or 0 when it did. */
  readonly retryAfterSeconds: number;
}

/**
 * The tolerance of comparisons: far below one token, and far above the rounding error of adding milliseconds as
 * doubles.
 */
const ROUNDING = 1e-6;

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000 - ROUNDING));

export function checkPolicy({ name, perSecond, burst }: RatePolicy): void {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new RangeError(`A rate policy cannot be named "${name}"`);
  if (!(perSecond > 0 && burst >= 1)) throw new RangeError(`The rate policy "${name}" would let nothing pass`);
}

/** A policy in milliseconds: how long one token and the whole burst take to refill. */
export class BucketSize {
  readonly tokenMs: number;
  readonly burstMs: number;
  /**
   * A process reports consumed tokens to the others only from this number on: 2 % of a burst. Most callers stay far
   * from their limit, so this saves most reports.
   */
  readonly worthTelling: number;

  constructor(readonly policy: RatePolicy) {
    this.tokenMs = 1000 / policy.perSecond;
    this.burstMs = policy.burst * this.tokenMs;
    this.worthTelling = Math.max(1, policy.burst / 50);
  }
}

/**
 * A token bucket, stored as the one moment at which it will be full again, so that time refills it. One token is
 * missing for every `tokenMs` until that moment.
 */
export class TokenBucket {
  private fullAt = -Infinity;
  /** Tokens taken here and not yet published to other processes; negative when given back after that. */
  unreported = 0;

  constructor(
    readonly key: string,
    public size: BucketSize,
  ) {}

  /** Changes the policy. Missing tokens stay missing, up to twice the new burst. */
  resize(size: BucketSize, now: number): void {
    const missing = Math.max(0, this.fullAt - now) / this.size.tokenMs;
    this.size = size;
    this.fullAt = now + Math.min(missing, 2 * size.policy.burst) * size.tokenMs;
  }

  /** Takes tokens if there are enough. A cost above the burst could never pass, so it takes the whole burst instead. */
  take(cost: number, now: number): RateDecision {
    const { tokenMs, burstMs, policy } = this.size;
    const wanted = Math.min(cost, policy.burst);
    const fullAt = Math.max(this.fullAt, now) + wanted * tokenMs;
    const overdrawn = fullAt - now - burstMs;
    const allowed = overdrawn <= ROUNDING;
    if (allowed) {
      this.fullAt = fullAt;
      this.unreported += wanted;
    }
    return this.decision(now, allowed ? 0 : Math.max(1, seconds(overdrawn)));
  }

  /** Tokens that may be taken now. */
  left(now: number): number {
    return this.size.policy.burst - Math.max(0, this.fullAt - now) / this.size.tokenMs + ROUNDING;
  }

  /** Undoes a `take` that was allowed. */
  giveBack(cost: number): void {
    const given = Math.min(cost, this.size.policy.burst);
    this.fullAt -= given * this.size.tokenMs;
    this.unreported -= given;
  }

  /**
   * Charges what other processes allowed; a negative amount is what they gave back. At most two bursts can be missing,
   * so after a flood the first request passes again after about the time in which one burst refills.
   */
  charge(amount: number, now: number): void {
    const { tokenMs, burstMs } = this.size;
    this.fullAt = Math.min(Math.max(this.fullAt, now) + amount * tokenMs, now + 2 * burstMs);
  }

  private decision(now: number, retryAfterSeconds: number): RateDecision {
    return {
      allowed: retryAfterSeconds === 0,
      remaining: Math.max(0, Math.floor(this.left(now))),
      resetSeconds: seconds(this.fullAt - now),
      retryAfterSeconds,
    };
  }
}
