import type { Closed } from './socket.js';

/** Silent for so long, it is asked whether it lives. */
export const SILENCE_MS = 25_000;
export const ANSWER_WITHIN_MS = 10_000;
/** Before something is sent that must not arrive late, it must have been heard this lately. */
export const FRESH_MS = 5_000;
export const FRESH_ANSWER_WITHIN_MS = 3_000;
export const FIRST_WAIT_MS = 500;
export const LONGEST_WAIT_MS = 30_000;
/** The server takes 8 at once, our questions whether it lives among them. */
export const MOST_CALLS = 6;

/** Coming back changes nothing about these. */
export const ENDS_IT = new Set(['signed_out', 'login_required', 'refused', 'blocked']);

export const NO_TOKEN = 4401;
export const TOO_MUCH = 4429;

/** Twice as long each time, and anywhere in between: thousands of apps do not come back at once. */
export function waitOf(failures: number, closed: Closed): number {
  const steps = closed.code === TOO_MUCH ? failures + 3 : failures - 1;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** steps) * (0.5 + Math.random() / 2);
}
