import { errorCode } from '../../kernel/index.js';

const EVERY_MS = 1_000;
/**
 * The maximum number of error codes to keep track of. Normally there are few; the limit bounds memory use in case a
 * caller can cause new codes.
 */
const MOST_CODES = 100;

/**
 * Limits logging during an outage, when every request fails for the same reason. For each error code, one failure per
 * period is logged, with the number of failures omitted before it. The access log still has an entry for each request.
 */
export class RepeatedFailures {
  readonly #failures = new Map<string, { loggedAt: number; leftOut: number }>();

  constructor(private readonly now: () => number = () => performance.now()) {}

  /**
   * Whether to log this failure: `undefined` means no. A number means yes, and is the number of failures with the same
   * code that have been left out since the last logged one.
   */
  leftOutBefore(caught: unknown): number | undefined {
    const code = errorCode(caught) ?? (caught instanceof Error ? caught.name : 'unknown');
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
