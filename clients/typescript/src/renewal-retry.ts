import { cancel, environment, later, type Timer } from './environment.js';
import { CountersignError } from './errors.js';

const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;

/**
 * Retries a renewal of tokens whose answer was lost, with growing delays and when the device is online again. A retry
 * is safe: the service accepts the previous refresh token until its successor is used.
 */
export class RenewalRetry {
  #timer: Timer | undefined;
  #wait = FIRST_WAIT_MS;
  readonly #now = (): void => this.#retry();

  constructor(private readonly renew: () => Promise<unknown>) {}

  /** Handles the failure of a renewal. */
  note(failure: unknown): void {
    const isOver = !(failure instanceof CountersignError) || !MAY_COME_BACK.includes(failure.code);
    if (isOver) this.end();
    else if (this.#timer === undefined) this.#begin();
  }

  end(): void {
    this.#stop();
    this.#wait = FIRST_WAIT_MS;
  }

  #begin(): void {
    this.#timer = later(this.#wait, this.#now);
    // The timer must not keep a Node process running.
    (this.#timer as { unref?: () => void }).unref?.();
    this.#wait = Math.min(LONGEST_WAIT_MS, this.#wait * 2);
    environment.addEventListener?.('online', this.#now);
  }

  #retry(): void {
    this.#stop();
    this.renew().catch(() => undefined); // `note` handles a failure of the renewal
  }

  #stop(): void {
    cancel(this.#timer);
    this.#timer = undefined;
    environment.removeEventListener?.('online', this.#now);
  }
}

const MAY_COME_BACK: readonly string[] = ['offline', 'timeout', 'unavailable', 'too_many'];
