const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** How long a user has to start the session, unless the caller sets another time. */
export const DEFAULT_SECONDS_TO_START = 900;
export const SECONDS_TO_START = { min: 60, max: 86_400 } as const;

/** A started session expires after `IDLE_MS` without any action, and at the latest `LONGEST_MS` after its start. */
const IDLE_MS = 30 * MINUTE;
const LONGEST_MS = 24 * 60 * MINUTE;
/** How long before its end the page warns the user that the session expires. */
export const WARNING_MS = 2 * MINUTE;

/** When a session in progress expires if the user does nothing from now on. */
export const idleUntil = (startedAt: Date, now: Date): Date =>
  new Date(Math.min(now.getTime() + IDLE_MS, startedAt.getTime() + LONGEST_MS));

export const retainedUntil = (finishedAt: Date, days: number): Date =>
  new Date(finishedAt.getTime() + days * 24 * 60 * MINUTE);
