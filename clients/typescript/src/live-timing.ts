import type { Closed } from './socket.js';

/** After this silence, the client sends a message to check the connection. */
export const SILENCE_MS = 25_000;
export const ANSWER_WITHIN_MS = 10_000;
/**
 * If nothing was received for this long, the connection is checked before a message is sent that must not arrive late.
 */
export const FRESH_MS = 5_000;
export const FRESH_ANSWER_WITHIN_MS = 3_000;
export const FIRST_WAIT_MS = 500;
export const LONGEST_WAIT_MS = 30_000;
/** How many calls may be open at once. The server accepts 8, including the messages that check the connection. */
export const MOST_CALLS = 6;

/** Errors after which reconnecting is pointless. */
export const ENDS_IT = new Set(['signed_out', 'login_required', 'refused', 'blocked']);

export const NO_TOKEN = 4401;
export const TOO_MUCH = 4429;

/**
 * The delay before a reconnect. It doubles with each failure and is partly random, so that thousands of apps do not
 * reconnect at once.
 */
export function waitOf(failures: number, closed: Closed): number {
  const steps = closed.code === TOO_MUCH ? failures + 3 : failures - 1;
  return Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** steps) * (0.5 + Math.random() / 2);
}
