import { type RateDecision, type RatePolicy } from './rate-policy.js';

/** Far below a token, far above what adding milliseconds as doubles loses. */
const ROUNDING = 1e-6;

const seconds = (ms: number): number => Math.max(0, Math.ceil(ms / 1000 - ROUNDING));

/** A policy in milliseconds: what one token takes to come back, and what the whole burst takes. */
export class BucketSize {
  readonly tokenMs: number;
  readonly burstMs: number;

  constructor(readonly policy: RatePolicy) {
    this.tokenMs = 1000 / policy.perSecond;
    this.burstMs = policy.burst * this.tokenMs;
  }
}

/**
 * A token bucket, kept as the one moment at which it will be full again: refilling is then the passing of time. It lacks
 * one token for every `tokenMs` that this moment lies ahead.
 */
export class TokenBucket {
  private fullAt = -Infinity;
  /** What was taken here and no other process knows yet; below zero for what was given back after they were told. */
  unreported = 0;

  constructor(
    readonly key: string,
    private readonly size: BucketSize,
  ) {}

  /** A cost above the burst could never pass; it takes the whole burst instead. */
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

  /** Undoes a `take` that was allowed. */
  giveBack(cost: number): void {
    const given = Math.min(cost, this.size.policy.burst);
    this.fullAt -= given * this.size.tokenMs;
    this.unreported -= given;
  }

  /** What others let pass, or gave back: then the amount is negative. It may leave a debt, at most a whole burst: then even a flood is paid off in that time. */
  charge(amount: number, now: number): void {
    const { tokenMs, burstMs } = this.size;
    this.fullAt = Math.min(Math.max(this.fullAt, now) + amount * tokenMs, now + 2 * burstMs);
  }

  private decision(now: number, retryAfterSeconds: number): RateDecision {
    const { tokenMs, burstMs } = this.size;
    const missingMs = Math.max(0, this.fullAt - now);
    return {
      allowed: retryAfterSeconds === 0,
      remaining: Math.max(0, Math.floor((burstMs - missingMs) / tokenMs + ROUNDING)),
      resetSeconds: seconds(missingMs),
      retryAfterSeconds,
    };
  }
}
