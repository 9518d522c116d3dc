import { DeadlineError } from '../errors.js';
import { type Clock, wait } from './clock.js';

export interface RetryOptions {
  /** The maximum number of retries. Default 4. */
  readonly retries?: number;
  /** The longest wait between two tries, unless the service asks for a longer one. Default 10 s. */
  readonly longestWaitMs?: number;
}

/** The outcome of one try: an answer, or an error that is worth a retry. */
export type Outcome<T> =
  | { readonly answer: T }
  | {
      readonly failure: Error;
      /** The delay that the service asked for. */
      readonly waitSeconds?: number | undefined;
      /** Whether the service is still working on the call. Asking again then does not count as a retry. */
      readonly isUnderWay?: boolean;
    };

const FIRST_WAIT_MS = 250;

/** Retries with growing random delays until there is an answer, or the tries or the time are used up. */
export class Retrier {
  constructor(
    private readonly clock: Clock,
    private readonly options: RetryOptions = {},
    private readonly random: () => number = Math.random,
  ) {}

  async run<T>(timeoutMs: number, caller: AbortSignal | undefined, attempt: Attempt<T>): Promise<T> {
    caller?.throwIfAborted();
    const deadline = new AbortController();
    const endsAt = this.clock.elapsed() + timeoutMs;
    const end = this.clock.after(timeoutMs, () => deadline.abort(new DeadlineError('The time for the call was up')));
    const signal = caller ? AbortSignal.any([caller, deadline.signal]) : deadline.signal;
    let last: Error | undefined;
    try {
      for (let tries = 0; ;) {
        const outcome = await attempt(signal, tries);
        if ('answer' in outcome) return outcome.answer;
        last = outcome.failure;
        const pause = this.#pauseAfter(tries, outcome.waitSeconds);
        if (tries >= (this.options.retries ?? 4) || this.clock.elapsed() + pause >= endsAt) throw last;
        await wait(this.clock, pause, signal);
        if (!outcome.isUnderWay) tries += 1;
      }
    } catch (error) {
      if (error === deadline.signal.reason && last) (error as Error).cause = last;
      throw error;
    } finally {
      end();
    }
  }

  /** The random half of the delay keeps callers that failed together from returning together. */
  #pauseAfter(tries: number, waitSeconds = 0): number {
    const grown = Math.min(FIRST_WAIT_MS * 2 ** tries, this.options.longestWaitMs ?? 10_000);
    const asked = waitSeconds * 1_000;
    return asked + (grown / 2) * (asked > 0 ? this.random() : 1 + this.random());
  }
}

type Attempt<T> = (signal: AbortSignal, tries: number) => Promise<Outcome<T>>;
