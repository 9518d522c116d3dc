import { cancel, later, type Timer } from '../environment.js';
import type { StepUpAnswer, StepUpRequest } from '../types.js';

/** How often a password may be wrong; the service counts for itself, and ends it by 153. */
export const ATTEMPTS = 5;

/** A password that was asked for, until it comes or nobody waits for it any more. */
export class Passwords {
  #waiting: { readonly give: (password: string | null) => void; readonly timer: Timer } | undefined;

  get isAwaited(): boolean {
    return this.#waiting !== undefined;
  }

  /** Another question takes the place of this one. */
  ask({ expiresAt }: StepUpRequest, now: number): Promise<StepUpAnswer | null> {
    this.give(null);
    return new Promise((resolve) => {
      const give = (password: string | null): void => {
        cancel(timer);
        this.#waiting = undefined;
        resolve(password === null ? null : { type: 'password', password });
      };
      const timer = later(Math.max(0, expiresAt.getTime() - now), () => give(null));
      this.#waiting = { give, timer };
    });
  }

  give(password: string | null): void {
    this.#waiting?.give(password);
  }
}
