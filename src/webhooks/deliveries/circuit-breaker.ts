/** Failures in a row that open the breaker. */
const OPENS_AT = 3;
const FIRST_HOLD_SECONDS = 10;
const LONGEST_HOLD_SECONDS = 900;

/** How long an endpoint is left alone after so many failures in a row: 10 s, 20 s, … up to 15 min. */
export const holdSeconds = (failures: number): number =>
  failures < OPENS_AT ? 0 : Math.min(FIRST_HOLD_SECONDS * 2 ** Math.min(failures - OPENS_AT, 20), LONGEST_HOLD_SECONDS);

const DAY_MS = 86_400_000;
const DISABLED_AFTER_DAYS = 5;
/** A few messages that a receiver refuses are no reason to disable it, however old the first one is. */
const DISABLED_AFTER_FAILURES = 20;

/** Whether the receiver seems to be gone. */
export const isAbandoned = (
  { failures, since }: { readonly failures: number; readonly since: Date },
  now: Date,
): boolean => failures >= DISABLED_AFTER_FAILURES && now.getTime() - since.getTime() >= DISABLED_AFTER_DAYS * DAY_MS;
