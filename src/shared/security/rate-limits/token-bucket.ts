/** A limit for each caller: `perSecond` requests on average, and up to `burst` at once after a pause. */
export interface RatePolicy {
  /** The name of the limit in response headers. Processes that share their counts also identify the limit by it. */
  readonly name: string;
  readonly perSecond: number;
  readonly burst: number;
}

export interface RateDecision {
  readonly allowed: boolean;
  /** How many more requests would be allowed now. */
  readonly remaining: number;
  /** The time until the whole burst is available again. */
  readonly resetSeconds: number;
  /** The time until this request would be allowed; 0 if it was. */
  readonly retryAfterSeconds: number;
}

/**
 * The tolerance, in milliseconds, when times are compared: far below the time for one token, and far above the rounding
 * error of adding doubles.
 */
const ROUNDING = 1e-6;

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000 - ROUNDING));

export function checkPolicy({ name, perSecond, burst }: RatePolicy): void {
  if (!/^[a-z][a-z0-9-]*$/.test(name)) throw new RangeError(`A rate policy cannot be named "${name}"`);
  if (!(perSecond > 0 && burst >= 1)) throw new RangeError(`The rate policy "${name}" would let nothing pass`);
}

/** A policy converted to milliseconds: how long one token and the whole burst take to refill. */
export class BucketSize {
  readonly tokenMs: number;
  readonly burstMs: number;
  /**
   * The number of consumed tokens above which a process reports them to the others: 2 % of a burst. Most callers stay
   * far from their limit, so this saves most reports.
   */
  readonly reportThreshold: number;

  constructor(readonly policy: RatePolicy) {
    this.tokenMs = 1000 / policy.perSecond;
    this.burstMs = policy.burst * this.tokenMs;
    this.reportThreshold = Math.max(1, policy.burst / 50);
  }
}

/**
 * A token bucket. It is stored as the time at which it will be full again, so that it refills without being updated.
 * One token is missing for every `tokenMs` until that time.
 */
export class TokenBucket {
  private fullAt = -Infinity;
  /**
   * The tokens that this process has taken and not yet reported to the others. Negative if tokens were given back after
   * they had been reported.
   */
  unreported = 0;

  constructor(
    readonly key: string,
    public size: BucketSize,
  ) {}

  /** Changes the policy. The bucket lacks as many tokens as before, but at most those of two new bursts. */
  resize(size: BucketSize, now: number): void {
    const missing = Math.max(0, this.fullAt - now) / this.size.tokenMs;
    this.size = size;
    this.fullAt = now + Math.min(missing, 2 * size.policy.burst) * size.tokenMs;
  }

  /**
   * Takes tokens if there are enough. A cost above the burst could never be allowed, so it counts as the whole burst.
   */
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

  /** How many tokens may be taken now. */
  left(now: number): number {
    return this.size.policy.burst - Math.max(0, this.fullAt - now) / this.size.tokenMs + ROUNDING;
  }

  /** Undoes an allowed `take`. */
  giveBack(cost: number): void {
    const given = Math.min(cost, this.size.policy.burst);
    this.fullAt -= given * this.size.tokenMs;
    this.unreported -= given;
  }

  /**
   * Deducts the tokens that other processes have taken. A negative amount means that they gave tokens back. The bucket
   * lacks at most the tokens of two bursts, so after a flood, requests are allowed again after about the time in which
   * one burst refills.
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
