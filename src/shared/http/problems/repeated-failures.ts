import { sqlState } from '../../kernel/index.js';

const EVERY_MS = 1_000;
/** There are few error codes. The limit keeps a caller that could invent codes from filling the memory. */
const MOST_CODES = 100;

/**
 * Thins out the log of an outage, in which every request fails for the same reason: the first failure of a second is
 * logged, and says how many were left out since the last. Each request has an entry of its own anyway.
 */
export class RepeatedFailures {
  readonly #failures = new Map<string, { loggedAt: number; leftOut: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /** How many were left out before this one, or undefined when this one is left out, too. */
  leftOutBefore(caught: unknown): number | undefined {
    const code = sqlState(caught) ?? (caught instanceof Error ? caught.name : 'unknown');
    const last = this.#failures.get(code);
    if (last && this.now() - last.loggedAt < EVERY_MS) {
      last.leftOut += 1;
      return undefined;
    }
    if (this.#failures.size >= MOST_CODES) this.#failures.clear();
    this.#failures.set(code, { loggedAt: this.now(), leftOut: 0 });
    return last?.leftOut ?? 0;
  }
}
