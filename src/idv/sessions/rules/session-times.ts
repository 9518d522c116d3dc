const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long a user has to start, unless the caller says otherwise. */
export const DEFAULT_SECONDS_TO_START = 900;
export const SECONDS_TO_START = { min: 60, max: 86_400 } as const;

/** From the start: the time without any action, and the total time. */
const IDLE_MS = 30 * MINUTE;
const LONGEST_MS = 24 * 60 * MINUTE;
/** How long before the end the page warns the user. */
export const WARNING_MS = 2 * MINUTE;

/** When a session that is in progress ends if nothing happens from now on. */
export const idleUntil = (startedAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, startedAt.getTime() + LONGEST_MS));

export const retainedUntil = (finishedAt: Date, days: number): Date =>
  new Date(finishedAt.getTime() + days * 24 * 60 * MINUTE);
