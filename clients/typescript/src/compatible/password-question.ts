import { cancel, later, type Timer } from '../environment.js';
import { AUTHORIZE_NOTIFICATION, type ChallengeMode } from './constants.js';
import type { StepUpAnswer, StepUpRequest } from '../types.js';

/** How many wrong passwords are allowed if the service does not say it. */
const ATTEMPTS = 5;

interface Waiting {
  readonly give: (password: string | null) => void;
  readonly timer: Timer;
}

/**
 * Waits for the password that an answer may need. Apps that were written for `RdnaClient` do not report that the user
 * has cancelled. The wait therefore also ends, without an event, when the app answers another notification or the
 * notification expires.
 */
export class PasswordQuestion {
  #waiting: Waiting | undefined;
  #asked = 0;
  #isDropped = false;
  /** Why the password is asked for again. */
  lastFailure: { readonly code: number; readonly message: string } | undefined;

  constructor(readonly mode: ChallengeMode = AUTHORIZE_NOTIFICATION) {}

  get isAwaited(): boolean {
    return this.#waiting !== undefined;
  }

  get isDropped(): boolean {
    return this.#isDropped;
  }

  get timesAsked(): number {
    return this.#asked;
  }

  get canAskAgain(): boolean {
    return this.#asked < ATTEMPTS;
  }

  attemptsLeft({ attemptsLeft }: StepUpRequest): number {
    return attemptsLeft ?? ATTEMPTS - this.#asked;
  }

  ask({ expiresAt }: StepUpRequest, now: number): Promise<StepUpAnswer | null> {
    this.#asked += 1;
    return new Promise((resolve) => {
      const give = (password: string | null): void => {
        cancel(timer);
        this.#waiting = undefined;
        resolve(password === null ? null : { type: 'password', password });
      };
      const timer = later(Math.max(0, expiresAt.getTime() - now), () => this.drop());
      this.#waiting = { give, timer };
    });
  }

  give(password: string): void {
    this.#waiting?.give(password);
  }

  drop(): void {
    this.#isDropped = true;
    this.#waiting?.give(null);
  }
}
