import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { hash, parseOptions, verify, type Options } from '@node-rs/argon2';
import { Counter } from 'prom-client';
import { CONFIG, type Config } from '../../../config.js';
import { MetricsRegistry } from '../../../shared/observability/index.js';
import { fitsForeignHash, isForeignHash } from './foreign-hashes.verifier.js';
import { normalised } from './password-strength.service.js';
import { ConcurrencyLimiter } from '../../../shared/workers/index.js';

/** Password hashing shares four threads with file system access and name resolution, so one thread is left free. */
const AT_ONCE = Math.min(3, availableParallelism());
const MOST_WAITING = 100;

export interface PasswordCheck {
  readonly fits: boolean;
  /** Whether the hash has outdated parameters, or was made by another system. */
  readonly stale: boolean;
}

/**
 * A refusal is delayed until it has taken as long as the slowest refusal with an imported hash, but never longer than
 * this. Verifying an imported hash takes at most about a second. Without this limit, one slow verification on a busy
 * machine would delay all later refusals just as long.
 */
const LONGEST_REFUSAL_MS = 2_000;

/** Hashes and verifies passwords with argon2id in other threads, a few at a time. */
@Injectable()
export class PasswordHasher {
  readonly #limiter = new ConcurrencyLimiter({ maxRunning: AT_ONCE, maxWaiting: MOST_WAITING });
  readonly #options: Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;
  #decoy: Promise<string> | undefined;
  /** For each enterprise, the longest time that it took to refuse a password with an imported hash. */
  readonly #slowestMs = new Map<string, number>();

  constructor(@Inject(CONFIG) { passwordMemoryKib, passwordPasses, passwordLanes }: Config, registry: MetricsRegistry) {
    this.#options = { memoryCost: passwordMemoryKib, timeCost: passwordPasses, parallelism: passwordLanes };
    const limiter = this.#limiter;
    new Counter({
      name: 'countersign_password_hashing_full_seconds_total',
      help: 'Time in which as many passwords were hashed as are at once: whoever came meanwhile had to wait.',
      registers: [registry],
      collect() {
        this.reset();
        this.inc(limiter.fullForMs / 1_000);
      },
    });
  }

  hash(password: string): Promise<string> {
    return this.#limiter.run(() => hash(normalised(password), this.#options));
  }

  /**
   * Verifies a password. Without a stored hash, it verifies a decoy, so that the duration does not reveal that there is
   * no user. With `enterpriseId`, a refusal takes at least as long as the slowest imported hash of that enterprise.
   */
  async check(password: string, kept: string | undefined, enterpriseId?: string): Promise<PasswordCheck> {
    // Gets the decoy before the measurement begins, because the first call computes the decoy.
    const madeUp = await this.#madeUp();
    const against = kept ?? madeUp;
    const { fits, tookMs } = await this.#limiter.run(() => this.#compare(password, against, madeUp));
    if (fits && kept !== undefined) return { fits, stale: isForeignHash(kept) || this.#isStale(kept) };
    if (enterpriseId !== undefined) await this.#waitForSlowest(enterpriseId, tookMs, isForeignHash(against));
    return { fits: false, stale: false };
  }

  async #waitForSlowest(enterpriseId: string, tookMs: number, isForeign: boolean): Promise<void> {
    const slowestMs = this.#slowestMs.get(enterpriseId) ?? 0;
    if (tookMs < slowestMs) await sleep(slowestMs - tookMs);
    else if (isForeign) this.#slowestMs.set(enterpriseId, Math.min(LONGEST_REFUSAL_MS, tookMs));
  }

  /**
   * If an imported hash does not match, also verifies the decoy, so that the refusal is not faster than one with a hash
   * of our own.
   */
  async #compare(password: string, against: string, madeUp: string): Promise<{ fits: boolean; tookMs: number }> {
    const begun = performance.now();
    const isForeign = isForeignHash(against);
    const fits = await (isForeign ? fitsForeignHash(against, password) : verify(against, normalised(password)));
    if (isForeign && !fits) await verify(madeUp, normalised(password));
    return { fits, tookMs: performance.now() - begun };
  }

  #madeUp(): Promise<string> {
    this.#decoy ??= this.hash(randomBytes(32).toString('hex')).catch((error: unknown) => {
      this.#decoy = undefined;
      throw error;
    });
    return this.#decoy;
  }

  #isStale(kept: string): boolean {
    const used = parseOptions(kept);
    const { memoryCost, timeCost, parallelism } = this.#options;
    return used.memoryCost !== memoryCost || used.timeCost !== timeCost || used.parallelism !== parallelism;
  }
}
