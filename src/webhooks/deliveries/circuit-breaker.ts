/** The number of consecutive failures after which the circuit breaker pauses an endpoint. */
const OPENS_AT = 3;
const FIRST_HOLD_SECONDS = 10;
const LONGEST_HOLD_SECONDS = 900;

/**
 * The number of seconds for which an endpoint is paused, by the number of its consecutive failures: 0 below `OPENS_AT`,
 * then 10, 20, and so on, up to 900.
 */
export const holdSeconds = (failures: number): number =>
  failures < OPENS_AT ? 0 : Math.min(FIRST_HOLD_SECONDS * 2 ** Math.min(failures - OPENS_AT, 20), LONGEST_HOLD_SECONDS);

const DAY_MS = 86_400_000;
const DISABLED_AFTER_DAYS = 5;
/**
 * An endpoint is disabled only after this many failures: a few refused messages do not show that the endpoint is gone,
 * even if the first was refused days ago.
 */
const DISABLED_AFTER_FAILURES = 20;

/** Whether the endpoint has failed so often and for so long that its receiver seems to be gone. */
export const isAbandoned = (
  { failures, since }: { readonly failures: number; readonly since: Date },
  now: Date,
): boolean => failures >= DISABLED_AFTER_FAILURES && now.getTime() - since.getTime() >= DISABLED_AFTER_DAYS * DAY_MS;
