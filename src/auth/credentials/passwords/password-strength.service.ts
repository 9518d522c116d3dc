import { availableParallelism } from 'node:os';
import { Injectable } from '@nestjs/common';
import { type WorkerPool, WorkerPools } from '../../../shared/workers/index.js';
import type { Choice } from './password-strength.worker.js';

export const SHORTEST_PASSWORD = 12;
const LONGEST_PASSWORD = 256;

export type PasswordFault = 'tooShort' | 'tooLong' | 'leaked' | 'guessable';

/**
 * Normalises a password (NFKC), so that keyboards that compose characters differently produce the same text (NIST SP
 * 800-63B, 5.1.1.2).
 */
export const normalised = (typed: string): string => typed.normalize('NFKC');

/**
 * Counts code points, so that an emoji counts as one character. The length as typed is limited too, because normalising
 * can multiply it.
 */
export function lengthFault(typed: string): PasswordFault | undefined {
  const lengths = [typed, normalised(typed.slice(0, 2 * LONGEST_PASSWORD))].map((text) => Array.from(text).length);
  if (Math.max(...lengths) > LONGEST_PASSWORD) return 'tooLong';
  return Math.min(...lengths) < SHORTEST_PASSWORD ? 'tooShort' : undefined;
}

/** Minimum score on zxcvbn's scale from 0 to 4: the password takes more than a hundred million guesses. */
const GOOD_ENOUGH = 3;
/** Only the beginning of a long password is rated, because the rest cannot make it weaker. */
const RATED_CHARACTERS = 64;
const MOST_KNOWN = 40;

/** Rates whether a password is easy to guess: a common one, or one made of words, names, dates or keyboard patterns. */
@Injectable()
export class PasswordStrength {
  readonly #pool: WorkerPool<Choice, number>;

  constructor(pools: WorkerPools) {
    this.#pool = pools.open({
      name: 'password-strength',
      module: new URL('./password-strength.worker.js', import.meta.url),
      maxThreads: Math.min(4, Math.max(2, Math.floor(availableParallelism() / 2))),
      maxQueue: 50,
      maxWaitMs: 10_000,
      mostWorkMs: 5_000,
      idleMs: 300_000,
      maxMemoryMb: 384,
    });
  }

  /**
   * Whether a password is easy to guess. `known` lists what an attacker may know about the user. Throws 503 if the
   * rating takes too long, instead of accepting the password.
   */
  async isGuessable(password: string, known: readonly string[]): Promise<boolean> {
    const choice = { password: rated(password), known: known.slice(0, MOST_KNOWN).map(rated) };
    return (await this.#pool.run(choice)) < GOOD_ENOUGH;
  }
}

const rated = (text: string): string =>
  Array.from(normalised(text.slice(0, 2 * RATED_CHARACTERS)))
    .slice(0, RATED_CHARACTERS)
    .join('');
