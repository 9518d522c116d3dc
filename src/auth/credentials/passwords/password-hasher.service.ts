import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { Inject, Injectable } from '@nestjs/common';
import { hash, parseOptions, verify, type Options } from '@node-rs/argon2';
import { Counter } from 'prom-client';
import { CONFIG, type Config } from '../../../config.js';
import { MetricsRegistry } from '../../../shared/observability/index.js';
import { normalised } from './password-strength.service.js';
import { ConcurrencyLimiter } from '../../../shared/workers/index.js';

/** Hashing shares four threads with the file system and name resolution. One is left for those. */
const AT_ONCE = Math.min(3, availableParallelism());
const MOST_WAITING = 100;

export interface PasswordCheck {
  readonly fits: boolean;
  /** Hashed with other parameters than those of today. */
  readonly stale: boolean;
}

/** Hashes and checks passwords by argon2id, off the event loop, a few at a time. */
@Injectable()
export class PasswordHasher {
  readonly #limiter = new ConcurrencyLimiter({ maxRunning: AT_ONCE, maxWaiting: MOST_WAITING });
  readonly #options: Required<Pick<Options, 'memoryCost' | 'timeCost' | 'parallelism'>>;
  #decoy: Promise<string> | undefined;

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

  /** Without a stored hash the same work is done, so that the time does not show it. */
  async check(password: string, kept: string | undefined): Promise<PasswordCheck> {
    const madeUp = await this.#madeUp(); // made by the first caller, which takes time once
    const against = kept ?? madeUp;
    const fits = await this.#limiter.run(() => verify(against, normalised(password)));
    return { fits: fits && kept !== undefined, stale: this.#isStale(against) };
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
